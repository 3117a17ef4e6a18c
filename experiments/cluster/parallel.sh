#!/usr/bin/env bash
# Plays one experiment in shards with GNU parallel, here or over ssh, and joins the parts. docs/clusters.md explains it.
#
#   SHARDS=16 experiments/cluster/parallel.sh run experiments/strategies.toml --deals 1e9
#   SHARDS=64 HOSTS=hosts.txt experiments/cluster/parallel.sh run --strategies monte-carlo,expert --deals 1e6
#   SHARDS=16 experiments/cluster/parallel.sh dataset --strategies expert,greedy --deals 1e6 --level decisions
#
# The arguments are those of `unosim run` or `unosim dataset`, without --shard, --out, --threads, --resume, --force. The same
# command goes on after a crash: finished parts are passed over, begun ones are resumed.
set -euo pipefail

: "${UNOSIM:=unosim}"           # the program, by a name or path that is good on every host
: "${SHARDS:=16}"               # parts: some minutes each, and several for every job at a time
: "${THREADS:=1}"               # threads of each part
: "${JOBS:=100%}"               # parts at a time on each host: a number, or a share of its cores
: "${OUT:=results/divided}"     # the joined results
: "${PARTS:=$OUT.parts}"        # the parts; they can be removed when they are joined
: "${HOSTS:=}"                  # file with a host a line, as `ssh` takes them (`8/user@host`: 8 at a time); none: this machine
: "${WORKDIR:=$PWD}"           # where the hosts work: the experiment file must be there too
: "${FETCH:=}"                  # anything: the hosts share no folder, so fetch each part when it ends (needs rsync)

die() { echo "$(basename "$0"): $*" >&2; exit 2; }

[ $# -gt 0 ] || die "what is to be played? for instance: SHARDS=16 $0 run experiments/strategies.toml --deals 1e8"
[[ $SHARDS =~ ^[1-9][0-9]*$ ]] || die "SHARDS is \"$SHARDS\"; it must be a number above 0"
[ -z "$FETCH" ] || [ "${PARTS#/}" = "$PARTS" ] || die "PARTS is \"$PARTS\"; with FETCH it must be a path below this directory"
command -v parallel > /dev/null || die "GNU parallel is not installed"
# Better now than when everything has been played.
[ ! -e "$OUT/manifest.json" ] || die "$OUT already holds results; name another directory with OUT=…"

mkdir -p "$PARTS"
options=(
    --jobs "$JOBS"
    --joblog +"$PARTS/jobs.log"
    # A host may fail, so a part is tried elsewhere; where half of all fail, the fault is not with the hosts.
    --retries 3
    --halt 'soon,fail=50%'
    # Ctrl-C lets the games under way end and their counts be written.
    --termseq 'TERM,30000,KILL,25'
)
[ ! -t 2 ] || options+=(--bar)
if [ -n "$HOSTS" ]; then
    options+=(--sshloginfile "$HOSTS")
    options+=(--workdir "$WORKDIR")
    [ -z "$FETCH" ] || options+=(--return "$PARTS/{}")
fi

# -q: the arguments reach unosim as they are, with parentheses and all.
parallel "${options[@]}" -q \
    "$UNOSIM" "$@" --shard "{}/$SHARDS" --out "$PARTS/{}" --threads "$THREADS" --resume --quiet \
    :::: <(seq "$SHARDS")

parts=()
for part in $(seq "$SHARDS"); do parts+=("$PARTS/$part"); done
"$UNOSIM" merge "${parts[@]}" --out "$OUT"
