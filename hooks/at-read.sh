# Runs the command that its arguments are, with the event of a `Read` as its input, where something may have been learned
# about the file. Mostly nothing was, and to start Node to find that out takes eight times as long.
# The command decides what is told: it is run in vain wherever this script cannot tell.
LC_ALL=C
started_in=$PWD
# A shell looks through a long text for too long, by the square of its length: of a longer event this is the beginning.
MOST=16384

run() {
	cd "$started_in" 2>/dev/null
	{ printf '%s' "$event"; cat 2>/dev/null; } | "$@"
	exit
}

event=
command -v head >/dev/null 2>&1 || exec "$@"
event=$(head -c $MOST)
[ -z "${GIT_DIR-}${GIT_WORK_TREE-}${GIT_COMMON_DIR-}" ] || run "$@"

[ ${#event} -lt $MOST ] || run "$@"
path=${event#*'"file_path":"'}
path=${path%%'"'*}
case $path in
*\\* | *[!\ -~]*) run "$@" ;; # Written with escapes: only JSON.parse reads it for certain.
/*) ;;
*) run "$@" ;;
esac
[ ! -h "$path" ] || run "$@"
cd -P -- "${path%/*}/" 2>/dev/null || exit 0

root=$PWD
until [ -e "$root/.git" ]; do
	if [ -z "$root" ]; then
		[ ! -d "${CLAUDE_CONFIG_DIR:-${HOME-}/.claude}/requirements/projects" ] || run "$@"
		exit 0
	fi
	root=${root%/*}
done
git=$root/.git
if [ -f "$git" ]; then
	line=$(head -c 4096 "$git" | head -n 1)
	git=${line#gitdir: }
	case $git in /*) ;; *) git=$root/$git ;; esac
	git=${git%/worktrees/*}
fi

# What `linesAboutFile` looks for: the path, its last part, the folders it lies in, as they stand among a line's terms.
names=
add() {
	names="$names${names:+
} $1 
 $1\"
\"$1 
\"$1\""
}
file=${PWD#"$root"}/${path##*/}
file=${file#/}
add "$file"
add "${file##*/}"
# The identifier that it is called after, if that has two parts: RouteOptimizer, route-optimizer, route_optimizer.
stem=${path##*/}
stem=${stem%.*}
case $stem in
*[a-z0-9][A-Z]* | *[A-Z][A-Z][a-z]* | *[!-_.][-_.]*[!-_.]*)
	joined=
	snake=
	rest=$stem
	while :; do
		part=${rest%%[-_.]*}
		joined=$joined$part
		snake=$snake${snake:+${part:+_}}$part
		case $rest in *[-_.]*) rest=${rest#*[-_.]} ;; *) break ;; esac
	done
	names="$names
$joined
$snake"
	;;
esac
folder=${file%/*}
while :; do
	case $folder in */*) add "$folder" ;; *) break ;; esac
	folder=${folder%/*}
done

cache=$git/requirements/sessions/lessons.cache.jsonl
# The hook reads no link.
{ [ -f "$cache" ] && [ ! -h "$cache" ]; } || exit 0
LC_ALL=C grep -qiF -e "$names" -- "$cache" 2>/dev/null
[ $? -eq 1 ] || run "$@"
exit 0
