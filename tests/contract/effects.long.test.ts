import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { differences, disturbed, effectTable, playEffects } from '../support/effect-play.ts';

const files = effectTable('files.yaml');
const branches = effectTable('branches.yaml');
const ordinary: { readonly prepared: string; readonly lines: readonly string[] } = parse(
	readFileSync(new URL('effects/ordinary.yaml', import.meta.url), 'utf8'),
);

it('are many, each is there once, and what escapes has a cause that is named', () => {
	const lines = [...files.lines, ...branches.lines].map(({ line }) => line);
	expect([files.lines.length, branches.lines.length]).toEqual([54, 30]);
	expect(new Set(lines).size).toBe(lines.length);
	expect(new Set(ordinary.lines).size).toBeGreaterThanOrEqual(60);
	for (const { lines, causes } of [files, branches])
		for (const { line, outcome, because } of lines)
			expect([line, Object.hasOwn(causes, because ?? '')]).toEqual([line, outcome === 'escaped']);
});

it.each([
	['files', files],
	['branches', branches],
])(
	'become of %s what the table says',
	async (_, table) => {
		expect(differences(table, await playEffects(table))).toEqual([]);
	},
	30 * 60_000,
);

it(
	'and ordinary lines are neither told nor held',
	async () => {
		const all: Record<string, object> = Object.assign(
			{},
			...[files, branches].map(({ config }) => config['requirements']),
		);
		// An edit of any file arms what holds commits; here only what is seen after a call counts.
		const quiet = { ...all['reviewed'], hold_stop: false };
		const requirements = { ...all, reviewed: quiet };
		const table = { ...files, prepared: ordinary.prepared, config: { requirements } };
		expect(await disturbed(table, ordinary.lines)).toEqual([]);
	},
	30 * 60_000,
);
