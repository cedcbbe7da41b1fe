import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { dueLook, readIdentifiers, vanished } from '../../src/adapters/identifier-cache.ts';
import { lookForIdentifiers } from '../../src/adapters/identifier-look.ts';
import { livePlaces } from '../../src/adapters/places.ts';
import { LESSONS_HEADER, lessonsOf, lineOf } from '../../src/core/lesson/lesson.ts';
import type { Place } from '../../src/core/place/place.ts';
import { git, gitEnv, gitSucceeds, makeRepo, writeIn } from '../support/git-repo.ts';
import { plantRecords, someInsight, someRecord } from '../support/some-record.ts';
import { sha256 } from '../support/some-session.ts';

const OLD = '5e6f7a8b-0000-4000-8000-000000000002';

interface Desk extends AsyncDisposable {
	readonly repo: string;
	readonly dir: string;
	readonly place: () => Place;
	/** Looks, and says what is gone. */
	readonly look: () => Promise<readonly string[]>;
	readonly git: (...args: readonly string[]) => string;
	/** Commits a file; without a text, its end. */
	readonly commit: (path: string, code?: string) => void;
	readonly learn: (...texts: readonly string[]) => void;
}

/** A repository in which something was learned. */
async function makeDesk(...texts: readonly string[]): Promise<Desk> {
	const fixture = await createFixture({});
	const dir = fixture.path;
	const repo = join(dir, 'repo');
	makeRepo(repo);
	const place = () => livePlaces({ configDir: join(dir, 'claude'), env: gitEnv, sha256 }).at(repo);
	const learn = (...more: readonly string[]) => {
		const insights = more.map((text, n) => someInsight(`i${n}`, text));
		const record = someRecord(OLD, { insights });
		plantRecords(repo, record);
		const lines = lessonsOf(record).map(lineOf);
		const path = '.git/requirements/sessions/lessons.cache.jsonl';
		writeIn(repo, path, `${LESSONS_HEADER}${lines.join('')}`);
	};
	learn(...texts);
	return {
		...{ repo, dir, place, learn },
		look: async () => {
			await lookForIdentifiers(place(), gitEnv);
			return [...vanished(place())];
		},
		git: (...args) => git(repo, ...args),
		commit: (path, code) => {
			if (code === undefined) rmSync(join(repo, path));
			else writeIn(repo, path, code);
			git(repo, 'add', '-A');
			git(repo, 'commit', '-q', '-m', 'Change it');
		},
		[Symbol.asyncDispose]: () => fixture.rm(),
	};
}

describe('an identifier is gone', () => {
	it('where a commit of the branch has it and the working tree has not, committed or not', async () => {
		await using desk = await makeDesk('keepCookie and dropCookie are slow');
		desk.commit('a.ts', 'keepCookie(dropCookie);');
		expect(await desk.look()).toEqual([]);
		desk.commit('a.ts', 'dropCookie();');
		rmSync(join(desk.repo, 'a.ts'));
		expect(await desk.look()).toEqual(['keepCookie', 'dropCookie']);
		desk.commit('b.ts', 'keepCookie = 1');
		expect(await desk.look()).toEqual(['dropCookie']);
	});

	it('also after a look that finds the file of lessons as an earlier version made it', async () => {
		await using desk = await makeDesk('keepCookie is slow');
		desk.commit('a.ts', 'keepCookie();');
		await desk.look();
		writeIn(desk.repo, '.git/requirements/sessions/lessons.cache.jsonl', '{"lessons":1}\n');
		desk.commit('a.ts');
		expect(await desk.look()).toEqual(['keepCookie']);
		expect(dueLook(desk.place()), 'a start looks once').toBeUndefined();
	});

	it('not where only work that was never committed here had it', async () => {
		await using desk = await makeDesk('keepCookie and dropCookie are slow');
		desk.commit('ä.ts', 'other();');
		desk.git('switch', '-q', '-c', 'feature/x');
		writeIn(desk.repo, 'ä.ts', 'keepCookie();');
		writeIn(desk.repo, 'staged.ts', 'dropCookie();');
		desk.git('add', 'staged.ts');
		writeIn(desk.repo, 'new.ts', 'dropCookie();');
		expect(await desk.look()).toEqual([]);
		desk.commit('later.ts', '');
		desk.git('switch', '-q', 'main');
		desk.commit('more.ts', '');
		expect(await desk.look()).toEqual([]);
		expect(readIdentifiers(desk.place()).seen.size).toBe(0);
	});

	it('also where the branch that took it away was merged as one commit', async () => {
		await using desk = await makeDesk('keepCookie is slow');
		desk.commit('a.ts', 'keepCookie();');
		await desk.look();
		desk.git('switch', '-q', '-c', 'feature/x');
		desk.commit('b.ts', 'keepCookie();');
		await desk.look();
		desk.commit('b.ts');
		desk.commit('a.ts');
		expect(await desk.look()).toEqual(['keepCookie']);
		desk.git('switch', '-q', 'main');
		expect([...vanished(desk.place())]).toEqual([]);
		desk.git('merge', '-q', '--squash', 'feature/x');
		desk.git('commit', '-q', '-m', 'Merge it');
		expect(await desk.look()).toEqual(['keepCookie']);
	});

	it('not because a lesson has it no more, or another one is new', async () => {
		await using desk = await makeDesk('keepCookie is slow');
		desk.commit('a.ts', 'keepCookie();');
		await desk.look();
		desk.commit('a.ts');
		expect(await desk.look()).toEqual(['keepCookie']);
		desk.learn('dropTheCookie is slow');
		expect(await desk.look()).toEqual([]);
		expect(readIdentifiers(desk.place()).seen.size).toBe(0);
	});

	it('not as a part of another name', async () => {
		await using desk = await makeDesk('keepCookie and keepCookieSafe and parse_week are slow');
		desk.commit('a.ts', 'keepCookie keepCookieSafe parse_week');
		await desk.look();
		desk.commit('a.ts', 'keepCookieSafe parse_weeks _parse_week');
		expect(await desk.look()).toEqual(['keepCookie', 'parse_week']);
	});
});

describe('a look', () => {
	it('is due where HEAD has moved or something was learned, and not in the middle of a rebase', async () => {
		await using desk = await makeDesk('keepCookie is slow');
		desk.commit('a.ts', 'keepCookie();\n');
		expect(dueLook(desk.place())).toBeDefined();
		await desk.look();
		expect(dueLook(desk.place())).toBeUndefined();
		desk.learn('keepCookie is slow', 'dropCookie is slow');
		expect(dueLook(desk.place())).toBeDefined();
		await desk.look();
		desk.git('switch', '-q', '-c', 'feature/x', 'HEAD');
		desk.commit('a.ts', 'one\n');
		desk.git('switch', '-q', 'main');
		desk.commit('a.ts', 'two\n');
		desk.git('switch', '-q', 'feature/x');
		expect(dueLook(desk.place())).toBeDefined();
		expect(gitSucceeds(desk.repo, 'rebase', 'main')).toBe(false);
		expect(dueLook(desk.place())).toBeUndefined();
		desk.git('rebase', '--abort');
		desk.git('checkout', '-q', '--detach');
		expect(dueLook(desk.place())).toBeUndefined();
		rmSync(join(desk.repo, '.git/requirements/sessions/lessons.cache.jsonl'));
		desk.git('switch', '-q', 'main');
		expect(dueLook(desk.place()), 'nothing learned').toBeUndefined();
	});

	it('gives git no options, paths or patterns', async () => {
		const hostile =
			'-O touch_a --open_files=x :(exclude)a_b .*_x (a_b|c)+ $(id_u) a_b\\|k_c `x_y` ../a_b';
		await using desk = await makeDesk(`keepCookie ${hostile}`, '__proto__ to_string constructor');
		desk.commit('a.ts', 'keepCookie');
		expect(await desk.look()).toEqual([]);
		expect([...readIdentifiers(desk.place()).seen.keys()]).toEqual(['keepCookie']);
		desk.commit('a.ts');
		expect(await desk.look()).toEqual(['keepCookie']);
	});

	it('reads git whatever its config says, and starts no program that this names', async () => {
		await using desk = await makeDesk('keepCookie is slow');
		const program = join(desk.dir, 'program');
		writeFileSync(program, `#!/bin/sh\ntouch ${join(desk.dir, 'started')}\ncat\n`);
		chmodSync(program, 0o700);
		writeIn(desk.repo, '.gitattributes', '* filter=own diff=own\n');
		desk.commit('a.ts', 'keepCookie');
		const config = {
			...{ 'color.grep': 'always', 'color.ui': 'always', 'grep.lineNumber': 'true' },
			...{ 'grep.column': 'true', 'grep.patternType': 'fixed', 'grep.fullName': 'true' },
			...{ 'core.pager': program, 'core.fsmonitor': program, 'filter.own.clean': program },
			...{ 'diff.own.textconv': program, 'filter.own.process': program, 'status.short': 'true' },
			...{ 'submodule.recurse': 'true', 'status.branch': 'true', 'status.showStash': 'true' },
		};
		for (const [key, value] of Object.entries(config)) desk.git('config', key, value);
		expect(await desk.look()).toEqual([]);
		expect([...readIdentifiers(desk.place()).seen.keys()]).toEqual(['keepCookie']);
		expect(existsSync(join(desk.dir, 'started'))).toBe(false);
	});

	it('finds nothing gone where not all files are checked out, or git is not there', async () => {
		await using desk = await makeDesk('keepCookie is slow');
		desk.commit('lib/a.ts', 'keepCookie');
		desk.commit('src/b.ts', '');
		await desk.look();
		desk.git('sparse-checkout', 'set', 'src');
		desk.commit('src/b.ts', 'more');
		expect(existsSync(join(desk.repo, 'lib/a.ts'))).toBe(false);
		expect(await desk.look()).toEqual([]);
		desk.git('sparse-checkout', 'disable');
		desk.commit('lib/a.ts');
		await lookForIdentifiers(desk.place(), { ...gitEnv, PATH: '/nonexistent' });
		expect([...vanished(desk.place())]).toEqual([]);
	});

	it('writes nothing where the lessons were forgotten meanwhile', async () => {
		await using desk = await makeDesk('keepCookie is slow');
		desk.commit('a.ts', 'keepCookie');
		const looking = desk.look();
		rmSync(join(desk.repo, '.git/requirements/sessions/lessons.cache.jsonl'));
		await looking;
		expect(readIdentifiers(desk.place())).toEqual({ seen: new Map(), looks: [] });
	});
});
