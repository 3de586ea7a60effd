#!/usr/bin/env bash
# down.sh FOLDER: ends what up.sh started, by its ids, and takes the namespaces away. (unshare --fork passes over SIGTERM;
# --kill-child ends what is below it, and the first process of a pid namespace takes all the others with it.)
run=$1
[ -e "$run/name" ] || exit 0
for id in $(tac "$run/pids" 2>/dev/null); do kill -9 "$id" 2>/dev/null; done
for id in $(tac "$run/pids" 2>/dev/null); do
  for _ in $(seq 50); do kill -0 "$id" 2>/dev/null || break; sleep 0.1; done
done
for host in ctl n1 n2; do ip netns del "$(cat "$run/name")-$host" 2>/dev/null; done
rm -rf "$run"
