import {
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { liveConfigs } from '../../src/config/config-files.ts';
import { type ConfigWorld, configWorld, LOCAL, PROJECT, plan } from '../support/config-world.ts';

describe('finding files', () => {
	it('reads a config once where the home directory is the project', async () => {
		await using w = await configWorld({ 'me/.claude/requirements.yaml': plan('{ locked: true }') });
		const configs = liveConfigs({ configDir: join(w.base, 'me/.claude') });
		const loaded = await configs.load(w.at('me'));
		expect(loaded).toMatchObject({ config: { requirements: [{ name: 'plan' }] }, problems: [] });
	});
});

describe('the compiled cache (D40)', () => {
	it('is written by compile only, private, in the user’s own directory', async () => {
		await using w = await configWorld({ [PROJECT]: plan() });
		const loaded = await w.configs.load(w.at('repo'));
		expect(w.cache()).toEqual([]);
		expect(await w.configs.compile(w.at('repo'))).toEqual(loaded);
		expect(w.cache()).toHaveLength(1);
		expect(statSync(w.cache()[0] ?? '').mode & 0o777).toBe(0o600);
		expect(statSync(dirname(w.cache()[0] ?? '')).mode & 0o777).toBe(0o700);
		expect(readdirSync(join(w.base, 'repo/.claude'))).toEqual(['requirements.yaml']);
		expect(await w.configs.load(w.at('repo'))).toEqual(loaded);
	});

	it.each([
		['touched', (w: ConfigWorld) => utimesSync(join(w.base, PROJECT), 1, 1)],
		['changed', (w: ConfigWorld) => w.write(PROJECT, `${plan()}  more: {}\n`)],
		['joined by another', (w: ConfigWorld) => w.write(LOCAL, 'requirements:\n  other: {}\n')],
		[
			'replaced by one of the same size and time',
			(w: ConfigWorld) => {
				const { mtime, atime } = statSync(join(w.base, PROJECT));
				w.write(`${PROJECT}.new`, plan().replace('plan', 'nalp'));
				renameSync(join(w.base, `${PROJECT}.new`), join(w.base, PROJECT));
				utimesSync(join(w.base, PROJECT), atime, mtime);
			},
		],
	])('is out of date once a file is %s', async (_, change) => {
		await using w = await configWorld({ [PROJECT]: plan() });
		await w.configs.compile(w.at('repo'));
		const [cache = ''] = w.cache();
		const before = readFileSync(cache, 'utf8');
		change(w);
		const fresh = await w.seen();
		expect(readFileSync(cache, 'utf8')).toBe(before);
		await w.configs.compile(w.at('repo'));
		expect(readFileSync(cache, 'utf8')).not.toBe(before);
		expect(await w.seen()).toEqual(fresh);
	});

	it('is none of a project whose files are gone', async () => {
		await using w = await configWorld({ [PROJECT]: plan() });
		await w.configs.compile(w.at('repo'));
		rmSync(join(w.base, PROJECT));
		expect(await w.configs.load(w.at('repo'))).toEqual({ kind: 'none' });
	});

	it.each(['', '{', '[]', 'null', '{"format":1,"sources":[]}'])(
		'is ignored when it holds %j',
		async (text) => {
			await using w = await configWorld({ [PROJECT]: plan() });
			await w.configs.compile(w.at('repo'));
			writeFileSync(w.cache()[0] ?? '', text);
			expect((await w.seen()).names).toEqual(['plan']);
		},
	);

	it('compiles without one where it cannot be written', async () => {
		await using w = await configWorld({
			[PROJECT]: plan(),
			'home/requirements': 'a file in the way',
		});
		expect(await w.configs.compile(w.at('repo'))).toMatchObject({ kind: 'some' });
		expect((await w.seen()).names).toEqual(['plan']);
	});
});
