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
import { flat, oneLine } from '../core/text/one-line.ts';
import type { GitEnv } from './ask-git.ts';
import { writeCache } from './atomic-write.ts';
import { sha256 } from './hashes.ts';
import { sharedLessonsPath } from './identifier-cache.ts';
import { type LockTerms, withLock } from './lock.ts';
import {
	isObstructed,
	parseJson,
	statOf,
	textOrNothing,
	unlessUnwritable,
} from './read-regular.ts';
import { keepConsent, readConsent } from './share-consent.ts';
import { askShared, type Ran, runShared, type ShareLimits } from './share-git.ts';
import { linkIn, makeDirectory } from './state-folders.ts';

const OWN = 'refs/req/knowledge/';
const OTHERS = 'refs/req/shared/';
const WRITER = /^[0-9a-f]{16}$/;
const MAX_STATE = 256 * 1024;
const SCHEMA = 1;
/** More writers than any team has: what is beyond is left where it is. */
const MOST_WRITERS = 100;
const MOST_OBJECTS = 4_000;
/** Bytes of all texts of one writer. */
const MAX_SHELF = 4 * 1024 * 1024;

/** Settings of a clone that have git start a program, or lead elsewhere than the address says. */
const LEADS_AWAY =
	/^(?:core\.(?:sshcommand|gitproxy|askpass|alternaterefscommand)|credential\.(?:.*\.)?helper|remote\..*\.(?:uploadpack|receivepack|vcs|proxy)|http\.(?:.*\.)?(?:proxy|sslverify|sslca(?:info|path)|proxysslcainfo|curloptresolve)|fetch\.bundleuri|hook\..*\.command)$/;

/** Each writer is named: a remote may have ten thousand. */
const FETCH = [
	...['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'],
	...['--no-filter', '--refmap='],
];
const PUSH = [
	...['push', '--no-verify', '--no-signed', '--no-follow-tags', '--recurse-submodules=no'],
	'--porcelain',
];

const LOCKED = /cannot lock ref|Unable to create '[^']*\.lock'/;
const LOCK_TRIES = 10;
const LOCK_PAUSE_MS = 100;

/** Sharing by the repository's own git. */
export function liveSharing(
	env: GitEnv,
	terms: LockTerms & ShareLimits & { readonly configDir: string },
): Sharing {
	const { configDir } = terms;
	const git = async (place: Place, args: readonly string[], input = ''): Promise<Ran> => {
		for (let tries = 1; ; tries += 1) {
			const ran = await runShared(place, args, { ...terms, env, input });
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
			const listed = await git(place, ['ls-remote', '--refs', remote, `${OWN}*`]);
			if (listed.status !== 0) return reached(listed);
			const own = stored(place, configDir).state?.writer;
			const writers = writersIn(listed.stdout, own);
			const specs = writers.map((id) => `+${OWN}${id}:${OTHERS}${id}`);
			// Without any, git would fetch what else the remote has.
			const ran = specs.length === 0 ? listed : await git(place, [...FETCH, remote, ...specs]);
			if (ran.status !== 0) return reached(ran);
			const gone = (await refsOf(place, git))
				.filter(({ ref, id }) => ref.startsWith(OTHERS) && !writers.includes(id))
				.map(({ ref }) => `delete ${ref}\n`);
			return reached(await git(place, ['update-ref', '--stdin'], gone.join('')));
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
			const ran = await git(place, [...PUSH, remote, spec]);
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
	if (!place.git) return undefined;
	const ask = (...args: string[]) => askShared(place, args, env);
	const names = (ask('remote') ?? '').split('\n').filter((name) => name !== '');
	const name = names.includes('origin') ? 'origin' : names.length === 1 ? names[0] : undefined;
	if (name === undefined || name.startsWith('-')) return undefined;
	// A remote may push to several places, and fetch from another one: all of them are agreed to.
	const urls = [['--push', '--all'], ['--all']].flatMap((which) =>
		(ask('remote', 'get-url', ...which, '--', name) ?? '').split('\n'),
	);
	const addresses = [...new Set(urls.map((url) => shown(url.trim())))].filter((url) => url !== '');
	const settings = ask('config', '--local', '--includes', '-z', '--list');
	if (settings === undefined) return undefined;
	const programs = settings
		.split('\0')
		.filter((one) => LEADS_AWAY.test(one.split('\n', 1)[0] ?? ''));
	const by = programs.map((one) => `, by ${shown(one.replace('\n', '='))}`);
	return { name, address: addresses.join(' and ') + by.join('') };
}

/** In full, without credentials. What differs only in what is hidden is another address all the same. */
function shown(text: string): string {
	const withoutUser = (one: string) => one.replace(/\/\/[^/@]*@/, '//');
	const plain = flat(withoutUser(redact(text)));
	return plain === withoutUser(text) ? plain : `${plain} (${sha256(text).slice(0, 8)})`;
}

/** The own one is never among those that are too many. */
function writersIn(listed: string, own: string | undefined): readonly string[] {
	const all = listed.split('\n').flatMap((line) => {
		const [, ref = ''] = line.split('\t');
		const id = ref.slice(OWN.length);
		return ref.startsWith(OWN) && WRITER.test(id) ? [id] : [];
	});
	return [...all.filter((id) => id === own), ...all.filter((id) => id !== own)].slice(
		0,
		MOST_WRITERS,
	);
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

const FOLDERS = ['gone/', 'lessons/', 'tags/'];
const OBJECT_PATH = /^(?:(?:gone|lessons)\/[0-9a-f]{64}|tags\/[0-9a-f]{64}-[0-9a-f]{16})\.json$/;

/** Regular files of the three folders alone, none longer than a lesson can be. */
async function shelfAt(place: Place, ref: string, git: Git): Promise<Shelf> {
	const listed = await git(place, ['ls-tree', '--full-tree', '-z', '-l', ref, ...FOLDERS]);
	const blobs = listed.stdout.split('\0').flatMap((line) => {
		const [, id, size, path] = /^100644 blob ([0-9a-f]{40,64}) +(\d+)\t(\S+)$/.exec(line) ?? [];
		const isOurs = path !== undefined && OBJECT_PATH.test(path) && Number(size) <= MAX_OBJECT;
		return id !== undefined && isOurs ? [{ id, path, size: Number(size) }] : [];
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
