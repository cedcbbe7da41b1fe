import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordConfig } from '../../src/config/config-news.ts';
import { currentConfig, loadConfig } from '../../src/config/load-config.ts';
import { type ConfigWorld, configWorld, LOCAL, PROJECT, plan } from '../support/config-world.ts';

describe('finding files', () => {
	it('reads a config once where the home directory is the project', async () => {
		await using w = await configWorld({ 'me/.claude/requirements.yaml': plan('{ locked: true }') });
		const context = { ...w.context, configDir: join(w.base, 'me/.claude') };
		const loaded = await loadConfig(w.at('me'), context);
		expect(loaded).toMatchObject({ config: { requirements: [{ name: 'plan' }] }, problems: [] });
	});
});

describe('the configs that a session has seen, compiled (D40)', () => {
	it('is private, in the user’s own directory', async () => {
		await using w = await configWorld({ [PROJECT]: plan() });
		await w.load();
		expect(w.cache()).toHaveLength(1);
		expect(statSync(w.cache()[0] ?? '').mode & 0o777).toBe(0o600);
		expect(statSync(dirname(w.cache()[0] ?? '')).mode & 0o777).toBe(0o700);
		expect(readdirSync(join(w.base, 'repo/.claude'))).toEqual(['requirements.yaml']);
	});

	it('is not written by what only asks for the config', async () => {
		await using w = await configWorld({ [PROJECT]: plan() });
		expect(await loadConfig(w.at('repo'), w.context)).toMatchObject({ kind: 'some' });
		expect(w.cache()).toEqual([]);
	});

	it('is not written if nothing was ever configured', async () => {
		await using w = await configWorld();
		expect(await w.load()).toEqual({ kind: 'none' });
		expect(w.cache()).toEqual([]);
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
		await w.load();
		const [cache = ''] = w.cache();
		const before = readFileSync(cache, 'utf8');
		change(w);
		const fresh = await w.seen();
		expect(readFileSync(cache, 'utf8')).not.toBe(before);
		expect(await w.seen()).toEqual(fresh);
	});

	it('counts while git has removed the file for the time of an operation, and only then', async () => {
		await using w = await configWorld({ [PROJECT]: plan(), 'git/BISECT_START': '' });
		const place = { ...w.at('repo'), gitDir: join(w.base, 'git') };
		await currentConfig(place, w.context);
		rmSync(join(w.base, PROJECT));
		await currentConfig(place, w.context);
		expect((await w.seen(place)).names).toEqual(['plan']);
		rmSync(join(w.base, 'git/BISECT_START'));
		expect(await loadConfig(place, w.context)).toEqual({ kind: 'none' });
	});

	it.each(['', '{', '[]', 'null', '{"files":[]}', '{"build":"another","files":[],"found":1}'])(
		'is ignored when it holds %j',
		async (text) => {
			await using w = await configWorld({ [PROJECT]: plan() });
			await w.load();
			writeFileSync(w.cache()[0] ?? '', text);
			expect((await w.seen()).names).toEqual(['plan']);
		},
	);

	it('is removed a week after its session wrote it', async () => {
		await using w = await configWorld({ [PROJECT]: plan() });
		await recordConfig(w.at('repo'), w.context);
		const old = (w.context.now() - 8 * 24 * 3_600_000) / 1_000;
		utimesSync(w.cache()[0] ?? '', old, old);
		const session = 'bbbbbbbb-0000-4000-8000-000000000000';
		await recordConfig(w.at('repo'), { ...w.context, session });
		expect(w.cache().map((path) => basename(path))).toEqual([`${session}.json`]);
	});
});
