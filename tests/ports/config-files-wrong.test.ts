import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/config/config.ts';
import { changesOf } from '../../src/config/config-news.ts';
import { type ConfigWorld, configWorld, GLOBAL, PROJECT, plan } from '../support/config-world.ts';

describe('files that are wrong', () => {
	it.each([
		['a syntax error', 'requirements:\n  a: [\n', ' 3'],
		['two documents', 'a: 1\n---\nb: 1\n', ' 2'],
		['a list', '- a\n- b\n', ' undefined'],
		['a tag', 'enabled: !!js/function "f"\n', 'enabled 1'],
	])('%s is reported with its line, the other files gate', async (_, text, where) => {
		await using w = await configWorld({ [GLOBAL]: plan(), [PROJECT]: text });
		const { names, problems } = await w.seen();
		expect(names).toEqual(['plan']);
		expect(problems.length).toBeGreaterThan(0);
		expect(problems[0]).toBe(`${PROJECT} ${where}`);
	});

	it('a key that stands twice is reported, its last value counts', async () => {
		await using w = await configWorld({
			[PROJECT]: 'requirements:\n  a: {}\n  b: {}\n  a: { enabled: false }\n',
		});
		expect(await w.seen()).toEqual({ names: ['b'], problems: [`${PROJECT} a 4`] });
	});

	it('one cause is one problem, with the way to mend it', async () => {
		await using w = await configWorld({
			[PROJECT]: 'requirements:\n  a:\n    message: Plan: first: then edit\n',
		});
		const { problems } = (await w.load()) as { problems: readonly Problem[] };
		expect(problems).toMatchObject([{ key: '', line: 3, message: expect.stringMatching(/quotes/) }]);
		w.write(PROJECT, 'requirements:\n  a: {\n  b: x\n    c: 1 }\n');
		const lines = (await w.seen()).problems;
		expect(new Set(lines).size).toBe(lines.length);
	});
});

describe('hostile repositories', () => {
	const outside = `${plan()}# a secret\n`;

	it.each<[string, (w: ConfigWorld) => void]>([
		['a link out of the project', (w) => symlinkSync(join(w.base, 'secret.yaml'), join(w.base, PROJECT))],
		['a link to a device', (w) => symlinkSync('/dev/zero', join(w.base, PROJECT))],
		['a link to itself', (w) => symlinkSync(join(w.base, PROJECT), join(w.base, PROJECT))],
		['a named pipe', (w) => execFileSync('sh', ['-c', 'mkfifo "$0"', join(w.base, PROJECT)])],
		['a file of 65 kB', (w) => w.write(PROJECT, plan() + '#'.repeat(65 * 1024))],
	])('%s is refused, the other files gate', async (_, make) => {
		await using w = await configWorld({
			'secret.yaml': outside,
			'repo/.claude/.keep': '',
			[GLOBAL]: plan(),
		});
		make(w);
		expect(await w.seen()).toEqual({ names: ['plan'], problems: [`${PROJECT}  undefined`] });
	});

	it('a .claude that is a link out of the project is refused', async () => {
		await using w = await configWorld({
			'elsewhere/requirements.yaml': outside,
			[GLOBAL]: 'enabled: true',
		});
		symlinkSync(join(w.base, 'elsewhere'), join(w.base, 'repo/.claude'));
		expect(await w.seen()).toEqual({ names: [], problems: [`${PROJECT}  undefined`] });
	});

	it('a link inside the project, and the user’s own link, are followed', async () => {
		await using w = await configWorld({
			'repo/config/r.yaml': plan(),
			'dotfiles/r.yaml': 'requirements:\n  mine: {}\n',
			'repo/.claude/.keep': '',
		});
		symlinkSync('../config/r.yaml', join(w.base, PROJECT));
		symlinkSync(join(w.base, 'dotfiles/r.yaml'), join(w.base, GLOBAL));
		expect(await w.seen()).toEqual({ names: ['mine', 'plan'], problems: [] });
	});

	const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghij']
		.map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[index]}`)}]`)
		.join('\n')}\n`;
	it.each([
		['an alias bomb', bomb],
		['an alias of itself', 'requirements: { x: &r [*r] }\n'],
		['deep lists', '['.repeat(60_000)],
		['many keys', Array.from({ length: 7_000 }, (_, index) => `k${index}: 1`).join('\n')],
		['nothing but errors', `a: [\n${'}\n'.repeat(30_000)}`],
		[
			'prototype keys',
			'__proto__: { enabled: false, use_global: false }\nrequirements: { __proto__: { enforce: warn } }\n',
		],
	])('%s is a bounded list of problems', async (_, text) => {
		await using w = await configWorld({ [PROJECT]: text, [GLOBAL]: plan() });
		const { names, problems } = await w.seen();
		expect(names).toEqual(['plan']);
		expect(problems.length).toBeGreaterThan(0);
		expect(problems.length).toBeLessThanOrEqual(110);
		expect(({} as { enabled?: unknown }).enabled).toBeUndefined();
	});
});

it('a file that cannot be read is not compiled: it may be readable the next time', async () => {
	await using w = await configWorld({ [PROJECT]: 'requirements: [\n' });
	await w.load();
	expect(w.cache()).toEqual([]);
	w.write(PROJECT, plan());
	await w.load();
	expect(w.cache()).toHaveLength(1);
});

it('a file that cannot be read leaves the config that was compiled before, with its own problems', async () => {
	await using w = await configWorld({ [PROJECT]: plan() });
	await w.load();
	w.write(PROJECT, 'requirements: [\n');
	const { names, problems } = await w.seen();
	expect(names).toEqual(['plan']);
	expect(problems).toHaveLength(1);
	expect((await w.seen()).names).toEqual(['plan']);
});

it('a requirement with a mistake is called left out, not removed', async () => {
	await using w = await configWorld({ [PROJECT]: 'requirements:\n  plan: {}\n  other: {}\n' });
	const before = await w.load();
	w.write(PROJECT, 'requirements:\n  plan:\n    scope: sesion\n');
	expect(changesOf(before, await w.load())).toEqual([
		'other removed',
		expect.stringMatching(/^plan is left out until it is corrected: line 3: .*must be one of/),
	]);
});
