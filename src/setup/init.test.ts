import { expect, it } from 'vitest';
import { plainCommand, withStatusLine } from './init.ts';

const theirs = (command: string) => ({ type: 'command', command });

it('without another line, ours is alone, and drawn every ten seconds', () => {
	const command = plainCommand('req');
	expect(withStatusLine(undefined, 'req')).toEqual({ ...theirs(command), refreshInterval: 10 });
});

it('the line that is there runs first, with all of its settings, and both read the same input', () => {
	const shown = { ...theirs("a 'b'"), padding: 1 };
	const command = `i=$(cat); printf %s "$i" | sh -c 'a '\\''b'\\'''; ! command -v req >/dev/null || printf %s "$i" | req statusline`;
	expect(withStatusLine(shown, 'req')).toEqual({ type: 'command', command, padding: 1 });
	expect(withStatusLine({ type: 'command', command }, 'req')).toBeUndefined();
});

it.each([
	theirs('req statusline'),
	theirs('x; /usr/bin/req statusline'),
	theirs(plainCommand("'/a b/bin/req'")),
	theirs(plainCommand('/a/bin/req')),
	theirs(' '),
	{ type: 'command' },
	{ command: 'x' },
	null,
	'x',
])('%j stays as it is', (shown) => {
	expect(withStatusLine(shown, 'req')).toBeUndefined();
});

it.each(['req statusliner', 'my-req statusline'])('%j is not ours', (command) => {
	expect(withStatusLine(theirs(command), 'req')).toBeDefined();
});
