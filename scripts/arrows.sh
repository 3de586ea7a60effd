#!/usr/bin/env bash
# arrows.sh ROOMS: fails if a file includes a header of a room that its own room may not use.
#
# The file ROOMS has a line for each room: its name, its folder, the rooms that it uses, and those for its tests only:
#   net fdskl/net base; datasets
# A room may also use the rooms that those may use. Tests, benches, fuzz targets and testing*.h may use the test rooms
# as well. Files outside every room may use everything.
set -euo pipefail
rooms=$1
[ -s "$rooms" ] || { echo "arrows: no rooms in $rooms" >&2; exit 1; }
cd "$(dirname "$0")/.."
git ls-files '*.cc' '*.h' | xargs grep -H '^#include "' | awk -v rooms="$rooms" '
  function allow(room, used,   i, n, parts) {  # and everything that `used` may use
    if ((room, used) in allowed) return
    allowed[room, used] = 1
    n = split(uses[used], parts, ",")
    for (i = 1; i <= n; ++i) allow(room, parts[i])
  }
  BEGIN {
    while ((getline line < rooms) > 0) {
      split(line, halves, "; *")
      n = split(halves[1], words, " ")
      room_of[words[2]] = words[1]
      uses[words[1]] = n > 2 ? words[3] : ""
      tests_use[words[1]] = halves[2]
    }
    for (folder in room_of) {
      room = room_of[folder]
      allow(room, room)
      n = split(uses[room], parts, ",")
      for (i = 1; i <= n; ++i) allow("test " room, parts[i])
      n = split(tests_use[room], parts, ",")
      for (i = 1; i <= n; ++i) allow("test " room, parts[i])
      allow("test " room, room)
    }
  }
  {
    split($0, halves, ":#include \"")
    file = halves[1]
    header = halves[2]
    sub(/".*/, "", header)
    folder = file
    sub(/\/[^\/]*$/, "", folder)
    used = header
    sub(/\/[^\/]*$/, "", used)
    if (!(folder in room_of)) next
    room = room_of[folder]
    if (file ~ /_test\.cc$|_bench\.cc$|_fuzz\.cc$|_main\.cc$|\/testing[^\/]*\.h$/) room = "test " room
    if (!(used in room_of)) { printf "%s includes %s, which is in no room\n", file, header; wrong = 1; next }
    if (!((room, room_of[used]) in allowed)) {
      printf "%s includes %s, but the room %s may not know %s\n", file, header, room_of[folder], room_of[used]
      wrong = 1
    }
  }
  END { exit wrong }'
echo "every include follows the arrows"
