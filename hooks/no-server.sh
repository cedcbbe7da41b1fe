# Starts the hook process whose file is $1, unless the server of this Claude Code answers the event. The server writes the
# marker, whose first word is its pid (docs/adr/0028-one-process-per-session.md).
{ read -r host </proc/sys/kernel/hostname || host=$(uname -n); } 2>/dev/null
marker=${CLAUDE_CONFIG_DIR:-$HOME/.claude}/requirements/live/$host-${CLAUDE_PID:-$PPID}
{ read -r server _ <"$marker"; } 2>/dev/null
case $server in
'' | *[!0-9]* | 0*) ;;
*) kill -0 "$server" 2>/dev/null && exit ;;
esac
exec node "$1"
