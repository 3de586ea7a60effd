#!/usr/bin/env bash
# down.sh FOLDER: ends the processes that up.sh started, by their ids, and removes the namespaces. (unshare --fork
# ignores SIGTERM; --kill-child ends its child; the end of the first process of a pid namespace ends all the others.)
run=$1
[ -e "$run/name" ] || exit 0
for id in $(tac "$run/pids" 2>/dev/null); do kill -9 "$id" 2>/dev/null; done
for id in $(tac "$run/pids" 2>/dev/null); do
  for _ in $(seq 50); do kill -0 "$id" 2>/dev/null || break; sleep 0.1; done
done
for host in ctl n1 n2; do ip netns del "$(cat "$run/name")-$host" 2>/dev/null; done
rm -rf "$run"
