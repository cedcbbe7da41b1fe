# Starts the hook process of a session start, whose file is $1. Tells the user if this Claude Code is too old, or if there is
# no Node: then no other hook can print a message.
case "$AI_AGENT" in
claude-code_[01]-* | claude-code_2-0-* | claude-code_2-1-?_* | claude-code_2-1-??_* | claude-code_2-1-[12]??_*)
	text='req: the gates may be off: this Claude Code is older than 2.1.300, the oldest that req supports. Run: claude update'
	;;
*)
	command -v node >/dev/null && exec node "$1"
	text='req: the gates are off: there is no node on the PATH. Install Node 20.12 or later, and start claude again'
	;;
esac
echo "{\"systemMessage\":\"$text\"}"
