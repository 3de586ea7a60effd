# fdskl_test(tree_test LIBS fdskl [RANKS 1 2 4] [TIMEOUT 300] [LABELS slow])
#
# Builds tree_test from tree_test.cc in the calling folder. Without RANKS it is one CTest; with RANKS it is one CTest
# for each rank count, under mpirun. Every test has a timeout: an assertion that fails on one rank alone is a deadlock.
# It is there to end what hangs, not to measure: about ten times what the test takes on a quiet machine, or more.
function(fdskl_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "LIBS;RANKS;LABELS")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  add_executable(${name} ${name}.cc)
  if(arg_RANKS)
    target_link_libraries(${name} PRIVATE ${arg_LIBS} GTest::gtest)
    foreach(ranks IN LISTS arg_RANKS)
      add_test(NAME ${name}.ranks${ranks} COMMAND ${CMAKE_SOURCE_DIR}/scripts/mpirun.sh ${ranks} $<TARGET_FILE:${name}>)
      set_tests_properties(${name}.ranks${ranks} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "mpi;${arg_LABELS}" PROCESSORS 2)
    endforeach()
  else()
    target_link_libraries(${name} PRIVATE ${arg_LIBS} GTest::gtest_main)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}")
  endif()
endfunction()
