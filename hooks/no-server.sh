# Starts the hook process whose file is $1, unless the server of this Claude Code answers the event
# (docs/adr/0028-one-process-per-session.md).

# Whether the server lives whose pid and start time its marker says. bin/req asks the same.
lives() {
	case $1 in '' | *[!0-9]* | 0*) return 1 ;; esac
	kill -0 "$1" 2>/dev/null || return
	# On Linux: a pid that was given to another process comes with another start time.
	{ read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 0
	noted=${2##*-}
	set -- ${stat##*) }
	[ "$noted" = '?' ] || [ "$noted" = "${20}" ]
}

{ read -r host </proc/sys/kernel/hostname || host=$(uname -n); } 2>/dev/null
marker=${CLAUDE_CONFIG_DIR:-$HOME/.claude}/requirements/live/$host-${CLAUDE_PID:-$PPID}
{ read -r server _ started _ <"$marker"; } 2>/dev/null
lives "$server" "$started" && exit
exec node "$1"
