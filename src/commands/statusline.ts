import { command } from './command.ts';
import { runStatusline } from './run-statusline.ts';

/** `req statusline` in a spelling that does not start it alone, see `req.ts`. */
export const statusline = command({
	about:
		"Reads the client's JSON from stdin and prints in one short line where the gates stand, such as `req ✓ 4/4` or `req ✗ tested`. Writes nothing.",
	options: {
		'--wrap <command>':
			'a status line of yours: its output comes first, ours after it; what takes longer than a second is ended',
	},
	part: [
		'In settings.json:',
		[['"statusLine": { "type": "command", "command": "req statusline" }']],
	],
	examples: ['req statusline < input.json', "req statusline --wrap '~/.claude/statusline.sh'"],
	run: async ({ wrap }) => ({ text: '', exit: await runStatusline(wrap) }),
});
