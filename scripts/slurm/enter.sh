#!/bin/sh
# enter.sh FOLDER COMMAND...: runs a command on the controller's machine of the cluster that up.sh started in FOLDER.
run=$1; shift
export SLURM_CONF="$run/slurm.conf"
exec ip netns exec "$(cat "$run/name")-ctl" unshare --uts sh -c 'hostname ctl; exec "$@"' sh "$@"
