# Starts the server of a session. The parent of this shell is Claude Code; that of Node may be a version manager's wrapper.
# V8 keeps less memory in reserve: there is one server for each open Claude Code.
REQ_CLIENT_PID=$PPID exec node --max-semi-space-size=2 --max-old-space-size=256 "${0%/*}/../dist/server.cjs"
