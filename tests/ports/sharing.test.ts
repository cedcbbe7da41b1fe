import { createHash, randomBytes } from 'node:crypto';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { liveProcesses } from '../../src/adapters/processes.ts';
import type { ShareLimits } from '../../src/adapters/share-git.ts';
import { liveSharing } from '../../src/adapters/sharing.ts';
import type { Place } from '../../src/core/place/place.ts';
import {
	gonePath,
	lessonPath,
	type Shelf,
	sharedIn,
	tagsPath,
	tagsText,
} from '../../src/core/share/shelf.ts';
import { git, makeRepo } from '../support/git-repo.ts';

/** Numbers that look like chance, the same each time. */
function chanceOf(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

function makeClones(count: number) {
	const dir = mkdtempSync(join(tmpdir(), 'req-share-'));
	git(dir, 'init', '-q', '--bare', join(dir, 'remote.git'));
	const clones = Array.from({ length: count }, (_, at) => {
		const root = makeRepo(join(dir, `clone${at}`));
		git(root, 'remote', 'add', 'origin', join(dir, 'remote.git'));
		mkdirSync(join(root, '.git/requirements'));
		const place = {
			root,
			stateDir: join(root, '.git/requirements'),
			git: true,
		} as unknown as Place;
		return { place, writer: `${at}`.repeat(16) };
	});
	return { dir, clones, [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }) };
}

const sharingWith = (limits: ShareLimits) =>
	liveSharing(process.env, {
		...{ waitMs: 60_000, hostname: 'this-host', processes: liveProcesses() },
		...{ configDir: join(tmpdir(), 'req-no-config'), ...limits },
	});
const sharing = sharingWith({});
const idOf = (n: number) => n.toString(16).padStart(64, '0');
const shared = (n: number): Shelf =>
	new Map([
		[
			lessonPath(idOf(n)),
			`${JSON.stringify({ v: 1, kind: 'warning', text: `lesson ${n} – é`, at: '2026-01-01', files: [] })}\n`,
		],
	]);
const back = (n: number): Shelf => new Map([[gonePath(idOf(n)), '{"v":1}\n']]);
const tagged = (n: number, tag: string): Shelf =>
	new Map([[tagsPath(idOf(n), [tag], hash), tagsText([tag])]]);
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
/** As if the number in the text were its hash. */
const sha256 = (text: string) => idOf(Number(/lesson (\d+)/.exec(text)?.[1]));

type Clone = ReturnType<typeof makeClones>['clones'][number];

async function push({ place, writer }: Clone): Promise<void> {
	for (let tries = 0; tries < 5; tries += 1) {
		expect(await sharing.add(place, writer, new Map())).toEqual({ kind: 'done' });
		const pushed = await sharing.push(place, 'origin', writer);
		if (pushed.kind !== 'rejected') {
			expect(pushed).toEqual({ kind: 'done' });
			return;
		}
		expect(await sharing.fetch(place, 'origin')).toEqual({ kind: 'done' });
	}
	throw new Error('rejected again and again');
}

async function known({ place, writer }: Clone): Promise<readonly string[]> {
	const shelves = await sharing.shelves(place, writer);
	return sharedIn(shelves, { parse: JSON.parse, sha256 }).map(
		({ lesson: { text, tags = [] }, writers }) => `${text} ${writers} ${tags}`,
	);
}

/** What should be known in the end, by who noted and who took back what. */
function makeLedger() {
	const noted = new Map<number, Set<string>>();
	const gone = new Set<string>();
	const tags = new Map<string, Set<string>>();
	const tagsOf = (n: number, writers: readonly string[]) =>
		[...new Set(writers.flatMap((one) => [...(tags.get(`${n} ${one}`) ?? [])]))].sort();
	return {
		tag: (n: number, tag: string, { writer }: Clone) =>
			tags.set(`${n} ${writer}`, new Set([...(tags.get(`${n} ${writer}`) ?? []), tag])),
		note: (n: number, { writer }: Clone) =>
			noted.set(n, new Set([...(noted.get(n) ?? []), writer])),
		takeBack: (n: number, { writer }: Clone) => gone.add(`${n} ${writer}`),
		has: (n: number, { writer }: Clone) => noted.get(n)?.has(writer) === true,
		left: () =>
			[...noted]
				.map(
					([n, writers]) =>
						[n, [...writers].filter((one) => !gone.has(`${n} ${one}`)).sort()] as const,
				)
				.flatMap(([n, writers]) =>
					writers.length === 0 ? [] : [`lesson ${n} – é ${writers} ${tagsOf(n, writers)}`],
				)
				.sort(),
	};
}

/** Clones note, take back, push and fetch in any order. */
async function play(all: readonly Clone[], chance: (below: number) => number) {
	const ledger = makeLedger();
	ledger.note(900, all[0] as Clone);
	for (let step = 0; step < 32; step += 1) {
		const clone = all[chance(all.length)] as Clone;
		const [n, action] = [chance(8), chance(6)];
		if (action < 2) {
			await sharing.add(clone.place, clone.writer, shared(n));
			ledger.note(n, clone);
		} else if (action === 2 && ledger.has(n, clone)) {
			await sharing.add(clone.place, clone.writer, back(n));
			ledger.takeBack(n, clone);
		} else if (action === 3) await push(clone);
		else if (action === 4) {
			const tag = `tag${chance(4)}`;
			await sharing.add(clone.place, clone.writer, tagged(n, tag));
			ledger.tag(n, tag, clone);
		} else expect(await sharing.fetch(clone.place, 'origin')).toEqual({ kind: 'done' });
	}
	return ledger;
}

describe('clones that share', () => {
	it.each([1, 2, 3])(
		'know the same in the end, in any order of push and fetch: seed %i',
		async (seed) => {
			using team = makeClones(3);
			const { clones } = team;
			// One is a copy of another with the same writer, as a folder that was copied is.
			const twin = join(team.dir, 'twin');
			const first = clones[0] as Clone;
			await sharing.add(first.place, first.writer, shared(900));
			await push(first);
			cpSync(first.place.root, twin, { recursive: true });
			const place = { ...first.place, root: twin, stateDir: join(twin, '.git/requirements') };
			const all = [...clones, { place, writer: first.writer }];
			const played = await play(all, chanceOf(seed));
			for (let round = 0; round < 2; round += 1)
				for (const clone of all) {
					expect(await sharing.fetch(clone.place, 'origin')).toEqual({ kind: 'done' });
					await push(clone);
				}
			for (const clone of all)
				expect(await sharing.fetch(clone.place, 'origin')).toEqual({ kind: 'done' });
			const left = played.left();
			for (const clone of all) expect([...(await known(clone))].sort()).toEqual(left);
			expect(left.length).toBeGreaterThan(2);
		},
	);

	it('read no link, no long object and no other folder of what somebody pushed', async () => {
		using team = makeClones(2);
		const [one, other] = team.clones as [Clone, Clone];
		const bad = join(team.dir, 'bad');
		mkdirSync(join(bad, 'lessons'), { recursive: true });
		const input = [
			'commit refs/req/knowledge/ffffffffffffffff\ncommitter x <x@y> 1 +0000\ndata 1\nx',
			`M 120000 inline ${lessonPath(idOf(1))}\ndata 11\n/etc/passwd`,
			`M 100644 inline ${lessonPath(idOf(2))}\ndata 9000\n${'x'.repeat(9_000)}`,
			`M 100644 inline other/${idOf(3)}.json\ndata 2\n{}`,
			`M 100644 inline ${lessonPath(idOf(4))}\ndata 2\n{}`,
		];
		const { spawnSync } = process.getBuiltinModule('node:child_process');
		const ran = spawnSync('git', ['fast-import', '--quiet', '--date-format=raw'], {
			cwd: one.place.root,
			input: `${input.join('\n')}\n`,
		});
		expect(String(ran.stderr)).toBe('');
		git(one.place.root, 'push', '-q', 'origin', 'refs/req/knowledge/ffffffffffffffff');
		git(
			one.place.root,
			'push',
			'-q',
			'origin',
			'refs/req/knowledge/ffffffffffffffff:refs/req/knowledge/..not-a-writer'.replace('..', 'no-'),
		);
		await sharing.fetch(other.place, 'origin');
		const shelves = await sharing.shelves(other.place, other.writer);
		expect([...shelves.keys()]).toEqual(['ffffffffffffffff']);
		expect([...(shelves.get('ffffffffffffffff') ?? [])]).toEqual([[lessonPath(idOf(4)), '{}']]);
		expect(await known(other)).toEqual([]);
	});
});

describe('what a remote can do to a clone that shares with it', () => {
	const refsIn = (dir: string) => git(dir, 'for-each-ref', '--format=%(refname)').split('\n');
	const sharedIn = ({ place }: Clone) => join(place.stateDir, 'shared.git');
	const remoteOf = ({ dir }: { readonly dir: string }) => join(dir, 'remote.git');

	/** Has a program stand for the remote; the path of a file that it can write to. */
	function remoteIs(team: ReturnType<typeof makeClones>, { place }: Clone, lines: string): string {
		const program = join(team.dir, 'remote.sh');
		const note = join(team.dir, 'note');
		writeFileSync(program, `#!/bin/sh\n${lines.replaceAll('NOTE', note)}\n`, { mode: 0o755 });
		git(place.root, 'config', 'remote.origin.uploadpack', program);
		return note;
	}

	it('is not to get anything into the clone itself', async () => {
		using team = makeClones(2);
		const [one, other] = team.clones as [Clone, Clone];
		await sharing.add(one.place, one.writer, shared(1));
		await push(one);
		const before = git(other.place.root, 'count-objects', '-v');
		expect(await sharing.fetch(other.place, 'origin')).toEqual({ kind: 'done' });
		expect(await known(other)).toEqual([`lesson 1 – é ${one.writer} `]);
		expect(git(other.place.root, 'count-objects', '-v')).toBe(before);
		expect(refsIn(other.place.root)).toEqual(['refs/heads/main']);
	});

	it('is not to fill it with refs', async () => {
		using team = makeClones(1);
		const [one] = team.clones as [Clone];
		await sharing.add(one.place, one.writer, shared(1));
		await push(one);
		const remote = remoteOf(team);
		const [mine = ''] = refsIn(remote);
		for (let n = 1; n <= 150; n += 1)
			git(remote, 'update-ref', `refs/req/knowledge/${idOf(n).slice(-16)}`, mine);
		git(remote, 'update-ref', `refs/req/knowledge/${'x'.repeat(200)}`, mine);
		expect(await sharing.fetch(one.place, 'origin')).toEqual({ kind: 'done' });
		const came = refsIn(sharedIn(one)).filter((ref) => ref.startsWith('refs/req/shared/'));
		expect(came).toHaveLength(100);
		expect(came.every((ref) => /\/[0-9a-f]{16}$/.test(ref))).toBe(true);
	});

	it('is not to fill its disk: what is too much is thrown away, and the next fetch begins anew', async () => {
		using team = makeClones(2);
		const [one, other] = team.clones as [Clone, Clone];
		await sharing.add(one.place, one.writer, shared(1));
		await push(one);
		const remote = remoteOf(team);
		writeFileSync(join(team.dir, 'big'), randomBytes(3 * 2 ** 20));
		const big = git(remote, 'hash-object', '-w', join(team.dir, 'big'));
		git(remote, 'update-ref', 'refs/req/knowledge/ffffffffffffffff', big);
		const limited = sharingWith({ maxKept: 2 ** 20 });
		expect(await limited.fetch(other.place, 'origin')).toEqual({
			...{ kind: 'failed', why: 'it has more than 1 MB' },
		});
		expect(existsSync(sharedIn(other))).toBe(false);
		git(remote, 'update-ref', '-d', 'refs/req/knowledge/ffffffffffffffff');
		expect(await limited.fetch(other.place, 'origin')).toEqual({ kind: 'done' });
		expect(await known(other)).toEqual([`lesson 1 – é ${one.writer} `]);
	});

	it('is not to hold it by a program that outlives git', async () => {
		using team = makeClones(1);
		const [one] = team.clones as [Clone];
		const note = remoteIs(team, one, 'echo $$ > NOTE; exec sleep 300');
		expect(await sharingWith({ patienceMs: 2_000 }).fetch(one.place, 'origin')).toEqual({
			...{ kind: 'failed', why: 'no answer for 2 s' },
		});
		process.kill(Number(readFileSync(note, 'utf8')));
	});

	it('is not to fill its memory with complaints', async () => {
		using team = makeClones(1);
		const [one] = team.clones as [Clone];
		remoteIs(team, one, 'yes "a complaint without an end" | head -c 600000000 >&2; exit 1');
		expect(await sharing.fetch(one.place, 'origin')).toMatchObject({
			...{ kind: 'failed', why: expect.stringMatching(/^a complaint.{0,290}$/) },
		});
	});

	it('is not to be reached by what somebody put in its place in the clone', async () => {
		using team = makeClones(1);
		const [one] = team.clones as [Clone];
		const elsewhere = join(team.dir, 'elsewhere.git');
		git(team.dir, 'init', '-q', '--bare', elsewhere);
		git(elsewhere, 'config', 'remote.origin.uploadpack', '/nonexistent');
		symlinkSync(elsewhere, sharedIn(one));
		expect(await sharing.fetch(one.place, 'origin')).toEqual({ kind: 'done' });
		rmSync(sharedIn(one), { recursive: true });
		cpSync(elsewhere, sharedIn(one), { recursive: true });
		expect(await sharingWith({}).fetch(one.place, 'origin')).toEqual({ kind: 'done' });
	});

	it.each(['', 'ref: refs/heads/main\n'])(
		'goes on where somebody was killed who began it: HEAD %j',
		async (head) => {
			using team = makeClones(1);
			const [one] = team.clones as [Clone];
			mkdirSync(sharedIn(one));
			writeFileSync(join(sharedIn(one), 'HEAD'), head);
			expect(await sharing.fetch(one.place, 'origin')).toEqual({ kind: 'done' });
		},
	);
});
