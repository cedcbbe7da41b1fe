import { expect, it } from 'vitest';
import { register } from '../../../hooks/guard.ts';
import { receiptOf } from './receipt.ts';

const calls: readonly (readonly [string, Record<string, unknown>])[] = [
	['Bash', { command: 'echo "ü" && \t\u2028', description: 'x' }],
	['Edit', { old_string: 'a', file_path: '/p/a', replace_all: false, new_string: '😀' }],
	['mcp__fs__write_file', { b: [{ z: 1, a: null }, 2.5], a: { y: [], x: undefined } }],
];

/** As the client calls it: with the folder of a session that has a receipt for exactly this call. */
async function runs(tool: string, input: Record<string, unknown>, receipt: string) {
	const hooks = new Map<string, (...args: unknown[]) => unknown>();
	register((event, _, hook) => {
		hooks.set(event, hook as (...args: unknown[]) => unknown);
		return { catch: () => undefined };
	});
	const engine = {
		plugin: { root: '/plugin' },
		session: { id: async () => 's', cwd: async () => '/p' },
		env: { get: async () => '/home' },
		fs: { exists: async () => true, read: async () => receipt, write: async () => undefined },
		process: { run: async () => ({ stdout: '' }), hookEnv: async () => ({}) },
	};
	return hooks.get('tool.run')?.(engine, { ...input, tool, tool_use_id: 't' }, async () => 'ran');
}

it.each(calls)(
	'the guard knows a judged call of %s again, and no other input',
	async (tool, input) => {
		expect(await runs(tool, input, receiptOf(tool, input))).toBe('ran');
		const other = runs(tool, { ...input, more: 1 }, receiptOf(tool, input));
		await expect(other).rejects.toThrow();
	},
);

it('differs for every input', () => {
	const all = calls.flatMap(([tool, input]) => [
		receiptOf(tool, input),
		receiptOf(`${tool}x`, input),
		receiptOf(tool, { ...input, command: 'other' }),
	]);
	expect(new Set(all).size).toBe(all.length);
});
