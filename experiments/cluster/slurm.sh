#!/usr/bin/env bash
# Plays one experiment as a Slurm job array, a task a part, and joins the parts. docs/clusters.md explains it.
#
#   SHARDS=64 CPUS=8 experiments/cluster/slurm.sh run --strategies 'monte-carlo(playouts=2000),expert' --deals 1e6
#   SHARDS=64 experiments/cluster/slurm.sh dataset --strategies expert,greedy --deals 1e7 --level decisions
#
# Typed on a login node, it submits itself twice: as the array, and as a job that joins when all of the array is done. The
# arguments are those of `unosim run` or `unosim dataset`, without --shard, --out, --threads, --resume, --force. The same
# command goes on after a failure: finished parts are passed over, begun ones are resumed. Partition, account and so on are
# taken from sbatch's own variables (SBATCH_PARTITION, SBATCH_ACCOUNT, …).
set -euo pipefail

: "${UNOSIM:=unosim}"           # the program, by a name or path that is good on every node
: "${SHARDS:=64}"               # parts, as many as the array has tasks
: "${CPUS:=4}"                  # cores of a part, and threads
: "${MEMORY:=1G}"               # memory of a part
: "${TIME:=01:00:00}"           # time limit of a task; one that is not done by then goes on in its next turn
: "${AT_ONCE:=}"                # most parts at a time; none: as many as there is room for
: "${OUT:=results/divided}"     # the joined results, in a folder that all nodes share
: "${PARTS:=$OUT.parts}"        # the parts and what they print; they can be removed when they are joined

die() { echo "slurm.sh: $*" >&2; exit 2; }

# On a login node: the array, and the job that waits for it.
submit() {
    [ $# -gt 0 ] || die "what is to be played? for instance: SHARDS=64 slurm.sh run experiments/strength.toml --deals 1e5"
    [[ $SHARDS =~ ^[1-9][0-9]*$ ]] || die "SHARDS is \"$SHARDS\"; it must be a number above 0"
    # Better now than when everything has been played.
    [ ! -e "$OUT/manifest.json" ] || die "$OUT already holds results; name another directory with OUT=…"
    mkdir -p "$PARTS/log"
    # USR1 comes 60 seconds before the time limit, so that a part can write its counts and queue again.
    array=$(sbatch --parsable --job-name unosim --array "1-$SHARDS${AT_ONCE:+%$AT_ONCE}" \
        --cpus-per-task "$CPUS" --mem "$MEMORY" --time "$TIME" --signal B:USR1@60 --requeue \
        --output "$PARTS/log/%a.txt" --open-mode append \
        "$0" --part "$UNOSIM" "$SHARDS" "$PARTS" "$@")
    array=${array%%;*}
    merge=$(sbatch --parsable --job-name unosim-merge --dependency "afterok:$array" --kill-on-invalid-dep yes \
        --cpus-per-task 1 --mem "$MEMORY" --time "$TIME" --output "$PARTS/log/merge.txt" \
        "$0" --merge "$UNOSIM" "$SHARDS" "$PARTS" "$OUT")
    echo "$SHARDS parts are job $array, joined by job ${merge%%;*} into $OUT; what they print is in $PARTS/log"
}

# On a node: one part. The number of shards is handed in, since SLURM_ARRAY_TASK_COUNT is smaller where only some tasks of an
# array are submitted again, and the deals would then be divided otherwise.
part() {
    local unosim=$1 shards=$2 parts=$3 queue_again=no code=0 child
    shift 3
    "$unosim" "$@" --shard "$SLURM_ARRAY_TASK_ID/$shards" --out "$parts/$SLURM_ARRAY_TASK_ID" \
        --threads "${SLURM_CPUS_PER_TASK:-1}" --resume --quiet &
    child=$!
    # At the end of the time only this shell is told: the program has to finish the games under way and write its counts.
    trap 'queue_again=yes; kill -TERM "$child"' USR1
    # Where a job is cancelled or has to make room, Slurm tells every process; twice would be a wish to stop at once.
    trap : TERM
    # A signal ends `wait`, not the child.
    while kill -0 "$child" 2> /dev/null; do wait "$child" || true; done
    wait "$child" || code=$?
    # 130: stopped by a signal, with counts to go on from. (Slurm itself queues again what had to make room.)
    if [ "$code" -eq 130 ] && [ "$queue_again" = yes ]; then
        scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
    fi
    exit "$code"
}

# On a node, when all parts are done.
merge() {
    local unosim=$1 shards=$2 directory=$3 out=$4 number parts=()
    for number in $(seq "$shards"); do parts+=("$directory/$number"); done
    "$unosim" merge "${parts[@]}" --out "$out"
}

case "${1:-}" in
    --part) shift; part "$@" ;;
    --merge) shift; merge "$@" ;;
    *) submit "$@" ;;
esac
