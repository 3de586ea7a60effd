#!/usr/bin/env bash
# mpirun.sh RANKS COMMAND...: runs mpirun for tests. More ranks than cores and root are allowed, without warnings.
set -eu
ranks=$1
shift
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
exec mpirun --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 --mca btl_base_warn_component_unused 0 -n "$ranks" "$@"
