import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { register } from '../../../hooks/guard.ts';
import { hashOf } from '../../adapters/hash-of.ts';
import { deny } from '../protocol/hook-output.ts';
import { callText } from './receipt.ts';

const calls: readonly (readonly [string, Record<string, unknown>])[] = [
	['Bash', { command: 'echo "ü" && \t\u2028\ud800', description: 'x' }],
	['Edit', { old_string: 'a', file_path: '/p/a', replace_all: false, new_string: '😀' }],
	['mcp__fs__write_file', { b: [{ z: 1, a: null }, 2.5], a: { y: [], x: undefined } }],
];
const KEY = '00112233445566778899aabbccddeeff';

interface Registered {
	readonly matcher: { readonly tool?: RegExp };
	readonly hook: (...args: unknown[]) => unknown;
}

function registered(event: string): Registered {
	const all = new Map<string, Registered>();
	register((name, matcher, hook) => {
		all.set(name, { matcher, hook: hook as Registered['hook'] });
		return { catch: () => undefined };
	});
	const found = all.get(event);
	if (found === undefined) throw new Error(`the guard does not stand on ${event}`);
	return found;
}

/** As the client calls it: in a session whose key is there, with this receipt. Whoever is asked says no. */
async function runs(tool: string, input: Record<string, unknown>, receipt: string) {
	const engine = {
		plugin: { root: '/plugin' },
		session: { id: async () => 's', cwd: async () => '/p' },
		env: { get: async () => '/home' },
		fs: {
			read: async (path: string) => (path.endsWith('.key') ? KEY : receipt),
			write: async () => undefined,
		},
		process: {
			run: async () => ({ stdout: JSON.stringify(deny('asked')) }),
			hookEnv: async () => ({}),
		},
	};
	const call = { ...input, tool, tool_use_id: 't', agentId: 'a', requestMeta: {} };
	return registered('tool.run').hook(engine, call, async () => 'ran');
}

function receiptOf(tool: string, call: string, input: Record<string, unknown>, key = KEY): string {
	return hashOf(Buffer.from(key, 'hex'), callText(tool, call, input));
}

it.each(calls)(
	'the guard knows a judged call of %s again, and no other one',
	async (tool, input) => {
		expect(await runs(tool, input, receiptOf(tool, 't', input))).toBe('ran');
		const turned = Object.fromEntries(Object.entries(input).reverse());
		expect(await runs(tool, turned, receiptOf(tool, 't', input))).toBe('ran');
		const others = [
			runs(tool, { ...input, more: 1 }, receiptOf(tool, 't', input)),
			runs(tool, input, receiptOf(tool, 'u', input)),
			runs(tool, input, receiptOf(`${tool}x`, 't', input)),
			runs(tool, input, receiptOf(tool, 't', input, KEY.replaceAll('0', '1'))),
			runs(tool, input, ''),
		];
		for (const other of others) expect(await other).toEqual({ deny: 'asked' });
	},
);

it('the guard stands before every call that PreToolUse judges', () => {
	const { hooks } = JSON.parse(readFileSync('hooks/hooks.json', 'utf8'));
	const [{ matcher }] = hooks.PreToolUse;
	expect(registered('tool.run').matcher.tool?.source).toBe(`^(?:${matcher})$`);
});

it('differs for every call', () => {
	const all = calls.flatMap(([tool, input]) => [
		callText(tool, 't', input),
		callText(tool, 'u', input),
		callText(`${tool}x`, 't', input),
		callText(tool, 't', { ...input, command: 'other' }),
	]);
	expect(new Set(all).size).toBe(all.length);
});
