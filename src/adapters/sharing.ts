import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reached, ShareState, Sharing } from '../app/share-ports.ts';
import { elements, member, textIn } from '../core/document/foreign-json.ts';
import { Fault } from '../core/fault/fault.ts';
import type { Place } from '../core/place/place.ts';
import { redact } from '../core/redact/redact.ts';
import { MAX_OBJECT, type Shelf, together } from '../core/share/shelf.ts';
import { oneLine } from '../core/text/one-line.ts';
import { type GitEnv, startGit, withoutGit } from './ask-git.ts';
import { writeCache } from './atomic-write.ts';
import { unlessUnwritable } from './failures.ts';
import { sharedLessonsPath } from './lesson-cache.ts';
import { type LockTerms, withLock } from './lock.ts';
import { isObstructed, parseJson, statOf, textOrNothing } from './read-regular.ts';
import { keepConsent, readConsent } from './share-consent.ts';
import { linkIn, makeDirectory } from './state-folders.ts';

const OWN = 'refs/req/knowledge/';
const OTHERS = 'refs/req/shared/';
const WRITER = /^[0-9a-f]{16}$/;
/** A remote that does not answer must not hold anybody for longer. */
const PATIENCE_MS = 60_000;
const MAX_STATE = 256 * 1024;
const SCHEMA = 1;
/** More writers than any team has: what is beyond is left where it is. */
const MOST_WRITERS = 100;
const MOST_OBJECTS = 4_000;
/** Bytes of all texts of one writer, and of all that git may say at once. */
const MAX_SHELF = 4 * 1024 * 1024;
const MAX_SAID = 32 * 1024 * 1024;

/** No hook of the repository's runs for refs that only req reads, and nobody is asked for a password. */
const QUIET = ['-c', 'core.hooksPath=/dev/null', '-c', 'gc.auto=0', '-c', 'maintenance.auto=false'];

/** How this user's git reaches a remote. */
const WAYS = [
	'GIT_SSH',
	'GIT_SSH_COMMAND',
	'GIT_SSL_CAINFO',
	'GIT_SSL_CAPATH',
	'GIT_PROXY_COMMAND',
];

const LOCKED = /cannot lock ref|Unable to create '[^']*\.lock'/;
const LOCK_TRIES = 10;
const LOCK_PAUSE_MS = 100;

interface Ran {
	readonly status: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** Sharing by the repository's own git. */
export function liveSharing(
	env: GitEnv,
	terms: LockTerms & { readonly configDir: string },
): Sharing {
	const { configDir } = terms;
	const git = async (place: Place, args: readonly string[], input = ''): Promise<Ran> => {
		for (let tries = 1; ; tries += 1) {
			const ran = await runGit(place, args, { env, input });
			// Another share, or what is left of one that was killed, moves the same ref.
			if (ran.status === 0 || tries === LOCK_TRIES || !LOCKED.test(ran.stderr)) return ran;
			await pause(LOCK_PAUSE_MS);
		}
	};
	return {
		state: (place) => stored(place, configDir).state,
		change: async (place, change) => {
			const path = statePath(place);
			makeDirectory(place.stateDir);
			const held = await withLock({ ...terms, path }, () => {
				const { state: known, json } = stored(place, configDir);
				const state = change(known);
				const { remote, address, ...own } = state;
				const all = { ...json, schema_version: SCHEMA, ...own };
				const text = `${JSON.stringify(all, undefined, '\t')}\n`;
				return unlessUnwritable(() => {
					if (!writeCache(path, text)) return undefined;
					if (remote !== known?.remote || address !== known.address)
						keepConsent(configDir, place, { remote, address });
					return state;
				});
			});
			if (held.kind === 'held' && held.value !== undefined) return held.value;
			const why =
				held.kind === 'busy' ? 'is being written by another process' : 'cannot be written';
			throw new Fault('state_unwritable', `share.json ${why}`, { hint: 'req doctor' });
		},
		newWriter: () => randomBytes(8).toString('hex'),
		remote: (place) => remoteIn(place, env),
		fetch: async (place, remote) => {
			const spec = `+${OWN}*:${OTHERS}*`;
			const flags = [
				'--quiet',
				'--no-tags',
				'--prune',
				'--no-write-fetch-head',
				'--no-recurse-submodules',
			];
			return reached(await git(place, ['fetch', ...flags, '--refmap=', remote, spec]));
		},
		shelves: async (place, writer) => {
			const refs = await refsOf(place, git);
			const shelves = new Map<string, Shelf>();
			for (const { ref, id } of refs) {
				if (ref.startsWith(OWN) && id !== writer) continue;
				const shelf = await shelfAt(place, ref, git);
				shelves.set(id, together(shelves.get(id) ?? new Map(), shelf));
			}
			return shelves;
		},
		add: async (place, writer, more) => {
			const mine = `${OWN}${writer}`;
			const known = (await refsOf(place, git)).filter(({ id }) => id === writer);
			const own = known.find(({ ref }) => ref === mine);
			const theirs = known.find(({ ref }) => ref === `${OTHERS}${writer}`);
			const base = own ?? theirs;
			const other =
				own !== undefined && theirs !== undefined && own.commit !== theirs.commit
					? theirs
					: undefined;
			const brought = other === undefined ? new Map() : await shelfAt(place, other.ref, git);
			const had = base === undefined ? new Map() : await shelfAt(place, base.ref, git);
			const all = [...together(together(had, brought), more)].filter(
				([path, said]) => had.get(path) !== said,
			);
			if (all.length === 0 && other === undefined && own !== undefined) return { kind: 'done' };
			const input = commitOf(mine, all, [base?.commit, other?.commit]);
			return reached(await git(place, ['fast-import', '--quiet', '--date-format=raw'], input));
		},
		push: async (place, remote, writer) => {
			const spec = `${OWN}${writer}:${OWN}${writer}`;
			const ran = await git(place, ['push', '--no-verify', '--porcelain', remote, spec]);
			if (ran.status !== 0 && /^!\t.*(?:non-fast-forward|fetch first|stale info)/m.test(ran.stdout))
				return { kind: 'rejected' };
			return reached(ran);
		},
		keepLessons: (place, lines) => {
			const path = sharedLessonsPath(place);
			if (lines === undefined) rmSync(path, { force: true });
			else unlessUnwritable(() => writeCache(path, lines));
		},
	};
}

function statePath({ stateDir }: Place): string {
	return join(stateDir, 'share.json');
}

/**
 * What is stored, with keys that this version does not know.
 *
 * @throws Fault `state_unreadable`, `state_newer`: who begins anew is another writer, and forgets what is hidden
 */
function stored(
	place: Place,
	configDir: string,
): { readonly state?: ShareState; readonly json?: object } {
	const path = statePath(place);
	if (linkIn(place.stateDir, []) !== undefined || isObstructed(path))
		throw new Fault('state_unreadable', 'share.json is no file, or .git/requirements is a link', {
			hint: 'req doctor',
		});
	if (statOf(path) === undefined) return {};
	const json = parseJson(textOrNothing(path, MAX_STATE)) as Readonly<
		Record<string, unknown>
	> | null;
	const field = (name: string) => textIn(json, name) ?? '';
	const writer = field('writer');
	const version = member(json, 'schema_version');
	const hint = `put it right, or move it away to begin as another writer: ${path}`;
	if (typeof version === 'number' && version > SCHEMA)
		throw new Fault('state_newer', 'a newer req wrote share.json', { hint: 'update req' });
	if (!WRITER.test(writer))
		throw new Fault('state_unreadable', 'share.json cannot be read', { hint });
	const list = (name: string) =>
		elements(member(json, name)).filter((one) => typeof one === 'string');
	const state = {
		writer,
		...readConsent(configDir, place),
		fetchedAt: field('fetchedAt'),
		...{ hidden: list('hidden'), withdrawn: list('withdrawn') },
	};
	return { state, json: json ?? {} };
}

function remoteIn(place: Place, env: GitEnv): ReturnType<Sharing['remote']> {
	const ask = (...args: string[]) =>
		startGit(args, { cwd: place.root, env: { ...withoutGit(env), LC_ALL: 'C' }, input: '' });
	const names = (ask('remote').stdout ?? '').split('\n').filter((name) => name !== '');
	const name = names.includes('origin') ? 'origin' : names.length === 1 ? names[0] : undefined;
	if (name === undefined || name.startsWith('-')) return undefined;
	// A remote may push to several places, and fetch from another one: all of them are agreed to.
	const urls = [['--push', '--all'], ['--all']].flatMap((which) =>
		(ask('remote', 'get-url', ...which, '--', name).stdout ?? '').split('\n'),
	);
	const plain = urls.map((url) => oneLine(redact(url.trim()).replace(/\/\/[^/@]*@/, '//')));
	return { name, address: [...new Set(plain)].filter((url) => url !== '').join(' and ') };
}

interface Ref {
	readonly ref: string;
	/** Of the writer. */
	readonly id: string;
	readonly commit: string;
}

type Git = (place: Place, args: readonly string[], input?: string) => Promise<Ran>;

async function refsOf(place: Place, git: Git): Promise<readonly Ref[]> {
	const format = '--format=%(refname) %(objectname) %(objecttype)';
	const { stdout } = await git(place, ['for-each-ref', format, OWN, OTHERS]);
	return stdout
		.split('\n')
		.flatMap((line): Ref[] => {
			const [ref = '', commit = '', type] = line.split(' ');
			const id = ref.slice(ref.lastIndexOf('/') + 1);
			return type === 'commit' && WRITER.test(id) ? [{ ref, id, commit }] : [];
		})
		.slice(0, MOST_WRITERS);
}

/** Regular files of the two folders alone, none longer than a lesson can be. */
async function shelfAt(place: Place, ref: string, git: Git): Promise<Shelf> {
	const listed = await git(place, ['ls-tree', '-z', '-l', ref, 'lessons/', 'gone/']);
	const blobs = listed.stdout.split('\0').flatMap((line) => {
		const [, id, size, path] =
			/^100644 blob ([0-9a-f]{40,64}) +(\d+)\t((?:lessons|gone)\/[0-9a-f]{64}\.json)$/.exec(line) ??
			[];
		const isShort = Number(size) <= MAX_OBJECT;
		return id !== undefined && path !== undefined && isShort
			? [{ id, path, size: Number(size) }]
			: [];
	});
	let room = MAX_SHELF;
	const read = blobs.slice(0, MOST_OBJECTS).filter(({ size }) => {
		room -= size;
		return room > 0;
	});
	if (read.length === 0) return new Map();
	const { stdout } = await git(
		place,
		['cat-file', '--batch'],
		read.map(({ id }) => `${id}\n`).join(''),
	);
	return textsIn(
		Buffer.from(stdout, 'latin1'),
		read.map(({ path }) => path),
	);
}

/** `<id> blob <size>\n<bytes>\n`, once for each path. */
function textsIn(bytes: Buffer, paths: readonly string[]): Shelf {
	const texts = new Map<string, string>();
	let at = 0;
	for (const path of paths) {
		const end = bytes.indexOf('\n', at);
		const size = Number(
			/^\S+ blob (\d+)$/.exec(bytes.toString('latin1', at, end))?.[1] ?? Number.NaN,
		);
		if (end < 0 || Number.isNaN(size)) break;
		texts.set(path, bytes.toString('utf8', end + 1, end + 1 + size));
		at = end + 1 + size + 1;
	}
	return texts;
}

/** What `git fast-import` makes a commit of. Its time is the only thing that tells one from another. */
function commitOf(
	ref: string,
	files: readonly (readonly [string, string])[],
	[base, other]: readonly (string | undefined)[],
): string {
	const now = Math.floor(Date.now() / 1_000);
	const parts = [
		`commit ${ref}\ncommitter req <req@localhost> ${now} +0000\ndata 8\nlessons\n`,
		...(base === undefined ? [] : [`from ${base}\n`]),
		...(other === undefined ? [] : [`merge ${other}\n`]),
		...files.map(
			([path, said]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(said)}\n${said}\n`,
		),
	];
	return `${parts.join('')}\n`;
}

function reached({ status, stderr, stdout }: Ran): Reached {
	if (status === 0) return { kind: 'done' };
	const said = `${stderr}\n${stdout}`.split('\n').filter((line) => line.trim() !== '');
	return { kind: 'failed', why: oneLine(redact(said.slice(0, 3).join('; '))).slice(0, 300) };
}

function runGit(
	{ root }: Place,
	args: readonly string[],
	{ env, input }: { readonly env: GitEnv; readonly input: string },
): Promise<Ran> {
	return new Promise((resolve) => {
		const quiet = { GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' };
		const kept = WAYS.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
		const child = spawn('git', [...QUIET, ...args], {
			...{
				cwd: root,
				env: { ...withoutGit(env), ...Object.fromEntries(kept), ...quiet },
				timeout: PATIENCE_MS,
			},
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		let [stdout, stderr] = ['', ''];
		child.stdout.setEncoding('latin1').on('data', (part: string) => {
			stdout += part;
			if (stdout.length > MAX_SAID) child.kill('SIGKILL');
		});
		child.stderr.setEncoding('utf8').on('data', (part: string) => {
			stderr += part;
		});
		child.on('error', ({ message }) => resolve({ status: 1, stdout, stderr: message }));
		child.on('close', (status, signal) =>
			resolve({
				status,
				stdout,
				stderr: signal === null ? stderr : `no answer for ${PATIENCE_MS / 1_000} s`,
			}),
		);
		child.stdin.on('error', () => undefined);
		child.stdin.end(input);
	});
}
