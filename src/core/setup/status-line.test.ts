import { describe, expect, it } from 'vitest';
import { readJsonLayout } from '../../adapters/json-layouts.ts';
import { plainCommand, type StatusLine, statusLineIn, statusLineKey } from './status-line.ts';

function lineIn(statusLine: unknown): StatusLine {
	const read = readJsonLayout(JSON.stringify({ statusLine }));
	if (read.kind === 'broken') throw new Error(read.why);
	return statusLineIn(read.layout.root);
}

/** A command that runs another one, then ours if it is there. */
const followed = (word: string) =>
	`i=$(cat); printf %s "$i" | sh -c ${word}; ! command -v req >/dev/null || printf %s "$i" | req statusline`;
const NONE: StatusLine = { kind: 'none' };
const command = (text: string) => lineIn({ type: 'command', command: text });

describe('the status line of a settings file', () => {
	it.each([
		[undefined, 'none'],
		[{ type: 'command', command: 'x' }, 'command'],
		[{ type: 'command', command: 'req statusline' }, 'ours'],
		[{ type: 'command', command: plainCommand('req') }, 'ours'],
		[{ type: 'command', command: 'x; /usr/bin/req statusline' }, 'ours'],
		[{ type: 'command', command: plainCommand("'/a b/bin/req'") }, 'ours'],
		[{ type: 'command', command: plainCommand('/a/bin/req') }, 'ours'],
		[{ type: 'command', command: 'req statusliner' }, 'command'],
		[{ type: 'command', command: 'my-req statusline' }, 'command'],
		[{ type: 'command', command: ' ' }, 'foreign'],
		[{ type: 'command' }, 'foreign'],
		[{ command: 'x' }, 'foreign'],
		[null, 'foreign'],
		['x', 'foreign'],
	])('%j is %s', (value, kind) => {
		expect(lineIn(value).kind).toBe(kind);
	});
});

describe('the key that makes it ours', () => {
	it.each([
		['nothing anywhere', NONE, [], plainCommand('req')],
		['a line of its own', command(`a 'b'`), [], followed(`'a '\\''b'\\'''`)],
		['a line it would hide', NONE, [NONE, command('x')], followed("'x'")],
		['the nearest of two lines', NONE, [command('x'), command('y')], followed("'x'")],
		['one it cannot follow', NONE, [lineIn('x')], plainCommand('req')],
	] as [string, StatusLine, StatusLine[], string][])('with %s', (...row) => {
		const [, own, weaker, expected] = row;
		const key = statusLineKey(own, weaker, 'req');
		const value = key?.value as { command?: string } | string;
		expect(typeof value === 'string' ? value : value.command).toBe(expected);
	});

	it.each([
		['it is ours', command('req statusline'), []],
		['ours cannot follow it', lineIn('x'), []],
		['a file that counts less shows ours already', NONE, [command('req statusline')]],
	] as const)('is none where %s', (_, own, weaker) => {
		expect(statusLineKey(own, weaker, 'req')).toBeUndefined();
	});
});
