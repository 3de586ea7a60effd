#!/usr/bin/env bash
# up.sh FOLDER NUMBER: starts Slurm on two "machines", n1 and n2, for tests: munged, slurmctld (on a third, ctl) and two
# slurmd. Each machine has its own network, host name and processes. Needs root and Debian's slurmctld, slurmd,
# slurm-client, munge and iproute2. FOLDER must be new; it holds the cluster's files. NUMBER, from 0 to 255, tells
# several clusters apart. enter.sh runs a command in the cluster; down.sh ends it.
set -eu
# The cluster gets a fresh environment, since a test ends all processes that have inherited the mark of its command.
[ -n "${FDSKL_SLURM_CLEAN:-}" ] || exec env -i FDSKL_SLURM_CLEAN=1 PATH="$PATH" "$0" "$@"
here=$(dirname "$(readlink -f "$0")") run=$1 number=$2
export PATH=/usr/sbin:/sbin:$PATH
for program in munged slurmctld slurmd srun ip; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 1; }
done
[ "$(id -u)" = 0 ] || { echo "network namespaces need root"; exit 1; }
mkdir -p -m 0755 "$run/state" "$run"/{spool,tmp}.n{1,2}
echo "fdskl-slurm-$number" >"$run/name"
space=$(cat "$run/name")
sed "s|@RUN@|$run|g; s|@NET@|10.254.$number|g" "$here/slurm.conf.in" >"$run/slurm.conf"
cp "$here/cgroup.conf" "$run/cgroup.conf"
(umask 077; dd if=/dev/urandom of="$run/munge.key" bs=128 count=1 status=none)
for host in ctl n1 n2; do ip netns add "$space-$host"; ip -n "$space-$host" link set lo up; done
ip -n "$space-ctl" link add br0 type bridge
ip -n "$space-ctl" addr add "10.254.$number.254/24" dev br0
ip -n "$space-ctl" link set br0 up
for i in 1 2; do
  ip link add "n$i" netns "$space-ctl" type veth peer name eth0 netns "$space-n$i"
  ip -n "$space-ctl" link set "n$i" master br0 up
  ip -n "$space-n$i" addr add "10.254.$number.$i/24" dev eth0
  ip -n "$space-n$i" link set eth0 up
done
export SLURM_CONF=$run/slurm.conf
munged --foreground --force --key-file="$run/munge.key" --socket="$run/munge.socket" --pid-file="$run/munged.pid" \
  --log-file="$run/munged.log" --seed-file="$run/munge.seed" --num-threads=2 >"$run/munged.out" 2>&1 &
echo $! >>"$run/pids"
for _ in $(seq 100); do [ -S "$run/munge.socket" ] && break; sleep 0.1; done
ip netns exec "$space-ctl" unshare --uts --fork --kill-child sh -c 'hostname ctl; exec slurmctld -D' >"$run/slurmctld.out" 2>&1 &
echo $! >>"$run/pids"
for i in 1 2; do
  ip netns exec "$space-n$i" unshare --uts --pid --fork --kill-child --mount-proc \
    sh -c "hostname n$i; slurmd -D -N n$i & wait" >"$run/slurmd.n$i.out" 2>&1 &
  echo $! >>"$run/pids"
done
for _ in $(seq 150); do
  [ "$("$here/enter.sh" "$run" sinfo -h -t idle -o %D 2>/dev/null)" = 2 ] && exit 0
  sleep 0.2
done
echo "the nodes are not idle after 30 s: $(tail -1 "$run/slurmctld.out")"
exit 1
