# A room: a folder that is a library and a namespace.
#
#   fdskl_room(net USES base LIBS MPI::MPI_CXX [TEST_USES datasets] [RANKS channel_mpi_test 1 2 3 8])
#
# The library `net` is made of all .cc files of the calling folder except tests and benches. USES are the rooms that it
# may include and is linked with; LIBS are packages. The test `arrows_test` fails if a file includes a room that is
# neither among these nor used by one of them (scripts/arrows.sh).
#
# The name of a test's file says what it is; TEST_USES and TEST_LIBS are for tests only. Every case is a CTest of the
# same name, with a time limit that only ends what hangs: at least ten times what the case takes on a quiet machine.
#   *_test.cc          one program, net_test
#   *_program_test.cc  one program, net_program_test, which starts build/fdskl (FDSKL_PROGRAM) and so several processes
#   *_mpi_test.cc      a program each, with its own main(); RANKS are the numbers of ranks it runs with under mpirun
#   *_bench.cc         a program each, which `make bench` builds (target `benches`) and runs
#   *_fuzz.cc          a case of net_test each, which replays its corpus; with FDSKL_FUZZ, a program each for libFuzzer,
#                      and no other tests (base/fuzzing.h)
function(fdskl_room name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "USES;LIBS;TEST_USES;TEST_LIBS;RANKS")
  file(GLOB all RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.cc)
  set(benches ${all})
  list(FILTER benches INCLUDE REGEX "_bench\\.cc$")
  set(mpi_tests ${all})
  list(FILTER mpi_tests INCLUDE REGEX "_mpi_test\\.cc$")
  set(program_tests ${all})
  list(FILTER program_tests INCLUDE REGEX "_program_test\\.cc$")
  set(tests ${all})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  set(fuzzers ${all})
  list(FILTER fuzzers INCLUDE REGEX "_fuzz\\.cc$")
  set(sources ${all})
  list(FILTER sources EXCLUDE REGEX "_(test|bench|main|fuzz)\\.cc$|^main\\.cc$")
  if(mpi_tests OR program_tests)
    list(REMOVE_ITEM tests ${mpi_tests} ${program_tests})
  endif()

  if(sources)
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC ${arg_USES} ${arg_LIBS})
    fdskl_precompiled(${name} library)
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${arg_USES} ${arg_LIBS})
  endif()
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE folder)
  string(JOIN "," uses ${arg_USES})
  string(JOIN "," test_uses ${arg_TEST_USES})
  file(APPEND ${CMAKE_BINARY_DIR}/rooms.txt "${name} ${folder} ${uses}; ${test_uses}\n")

  set(test_libs ${name} ${arg_TEST_USES} ${arg_TEST_LIBS})
  if(FDSKL_FUZZ)
    foreach(file IN LISTS fuzzers)
      cmake_path(GET file STEM fuzzer)
      add_executable(${fuzzer} ${file})
      target_link_libraries(${fuzzer} PRIVATE ${test_libs})
      target_compile_definitions(${fuzzer} PRIVATE FDSKL_LIBFUZZER)
      target_link_options(${fuzzer} PRIVATE -fsanitize=fuzzer)
      fdskl_precompiled(${fuzzer} library)
      add_dependencies(fuzzers ${fuzzer})
      file(APPEND ${CMAKE_BINARY_DIR}/fuzzers.txt "${fuzzer} ${folder}\n")
    endforeach()
    return()
  endif()
  list(APPEND tests ${fuzzers})
  if(tests)
    fdskl_test_program(${name}_test "${tests}" "${test_libs};GTest::gtest_main")
    gtest_discover_tests(${name}_test DISCOVERY_TIMEOUT 120 PROPERTIES TIMEOUT 300 SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]")
  endif()
  if(program_tests)
    fdskl_test_program(${name}_program_test "${program_tests}" "${test_libs};GTest::gtest_main")
    target_compile_definitions(${name}_program_test PRIVATE FDSKL_PROGRAM="${CMAKE_BINARY_DIR}/fdskl")
    add_dependencies(${name}_program_test fdskl_program)
    gtest_discover_tests(${name}_program_test DISCOVERY_TIMEOUT 120
      PROPERTIES TIMEOUT 1800 LABELS mpi PROCESSORS 2 SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]")
  endif()
  foreach(file IN LISTS mpi_tests)
    cmake_path(GET file STEM test)
    fdskl_test_program(${test} ${file} "${test_libs};GTest::gtest")
    list(FIND arg_RANKS ${test} place)
    if(place EQUAL -1)
      message(FATAL_ERROR "${test}: RANKS does not say how many ranks it runs on")
    endif()
    math(EXPR place "${place} + 1")
    list(LENGTH arg_RANKS length)
    while(place LESS length)
      list(GET arg_RANKS ${place} ranks)
      if(NOT ranks MATCHES "^[0-9]+$")
        break()
      endif()
      add_test(NAME ${test}.ranks${ranks} COMMAND ${CMAKE_SOURCE_DIR}/scripts/mpirun.sh ${ranks} $<TARGET_FILE:${test}>)
      set_tests_properties(${test}.ranks${ranks} PROPERTIES TIMEOUT 300 LABELS mpi PROCESSORS 2)
      math(EXPR place "${place} + 1")
    endwhile()
  endforeach()
  foreach(file IN LISTS benches)
    cmake_path(GET file STEM bench)
    add_executable(${bench} EXCLUDE_FROM_ALL ${file})
    add_dependencies(benches ${bench})
    target_link_libraries(${bench} PRIVATE ${name} ${arg_TEST_USES} ${arg_TEST_LIBS})
    fdskl_precompiled(${bench} library)
  endforeach()
endfunction()

function(fdskl_test_program name sources libs)
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE ${libs})
  target_compile_definitions(${name} PRIVATE FDSKL_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  fdskl_precompiled(${name} test)
endfunction()

# Two sets of precompiled headers, compiled once and used by every target: `library`, and `test`, which adds GoogleTest.
# They hold only headers that are slow to compile and not ours: Eigen, fmt, the standard library.
function(fdskl_precompiled target kind)
  target_precompile_headers(${target} REUSE_FROM precompiled_${kind})
  # Defined here so that both sides agree: REUSE_FROM takes the flags of the target that made the file.
endfunction()

file(WRITE ${CMAKE_BINARY_DIR}/precompiled.cc "// Nothing: a target needs a source.\n")
foreach(kind library test)
  add_library(precompiled_${kind} OBJECT ${CMAKE_BINARY_DIR}/precompiled.cc)
  target_link_libraries(precompiled_${kind} PRIVATE Eigen3::Eigen fmt::fmt Threads::Threads)
  target_precompile_headers(precompiled_${kind} PRIVATE <Eigen/Dense> <fmt/format.h> <algorithm> <array> <chrono>
    <cmath> <cstdint> <filesystem> <fstream> <functional> <map> <memory> <numeric> <optional> <set> <span> <sstream>
    <string> <string_view> <thread> <utility> <variant> <vector>)
endforeach()
target_link_libraries(precompiled_test PRIVATE GTest::gtest)
target_precompile_headers(precompiled_test PRIVATE <gtest/gtest.h>)

add_custom_target(benches)

file(WRITE ${CMAKE_BINARY_DIR}/rooms.txt "")
if(FDSKL_FUZZ)
  file(WRITE ${CMAKE_BINARY_DIR}/fuzzers.txt "")
  add_custom_target(fuzzers)
endif()
