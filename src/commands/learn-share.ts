import { onlyAPerson } from '../app/commands/caller.ts';
import { rememberingScene } from '../app/commands/memory-of.ts';
import { everyRecord } from '../app/continuity/records.ts';
import type { DeskPorts, Ports } from '../app/ports.ts';
import type { ShareState, Sharing } from '../app/share-ports.ts';
import type { Config } from '../core/config/config.ts';
import { Fault } from '../core/fault/fault.ts';
import { LESSONS_HEADER, lessonsOf, lineOf, sharedLesson } from '../core/lesson/lesson.ts';
import type { Place } from '../core/place/place.ts';
import { holdsSecret } from '../core/redact/redact.ts';
import { insightId, isCandidate, isConfirmed, isDoubted } from '../core/session-record/insights.ts';
import {
	gonePath,
	lessonPath,
	lessonsOn,
	lessonText,
	type SharedLesson,
	type Shelf,
	sharedId,
	sharedIn,
} from '../core/share/shelf.ts';
import { flat, oneLine } from '../core/text/one-line.ts';
import { counted } from '../core/text/phrases.ts';
import { compareTexts } from '../core/text/strings.ts';
import { deskPorts } from '../runtime/desk-ports.ts';
import { terminal } from '../runtime/terminal.ts';
import { type Answer, callerAt, command, EXIT, JSON_CHANGED } from './command.ts';

/** `req learn share`: lessons of the team, under refs of the repository's own remote. */
export const share = command({
	about:
		'Shares what you noted or confirmed with your team, and brings what others share: under refs of the repository’s own remote. Off unless the config says `continuity: { share: true }`. Shows what would leave, and asks the first time. Only you can run it.',
	options: {
		'--dry-run': 'shows what would leave, sends nothing',
		'--yes': 'does not ask',
		'--fetch': 'only brings what others share',
		'--stop': 'ends it here: nothing is sent, brought or told any more; what was sent stays there',
		...JSON_CHANGED,
	},
	examples: ['req learn share --dry-run', 'req learn share', 'req learn share --stop'],
	run: async ({ dryRun = false, yes = false, fetch = false, stop = false, json = false }, live) => {
		const ports = deskPorts(live);
		const caller = callerAt(ports, undefined);
		const { place, config } = await rememberingScene(caller, ports);
		const sharing = await ports.sharing();
		const state = sharing.state(place) ?? begun(sharing);
		const desk = { place, sharing, ports };
		// A session start brings what others share: somebody agreed to it before.
		if (!fetch || stop || state.remote === '') {
			const hint = 'the user runs it in a terminal';
			await onlyAPerson(caller, { what: 'req learn share', hint }, ports);
		}
		if (stop) return dryRun ? stopText(state, 'would be') : stopped(state, desk);
		const remote = remoteFor(config, desk);
		const isNew = state.remote === '' || state.address !== remote.address;
		if (fetch && isNew)
			throw new Fault('refused', 'nobody agreed to share with this remote yet', {
				hint: 'req learn share',
			});
		// One that fails, or is killed, is not begun again by each session start.
		if (fetch) await changed(state, { fetchedAt: isoNow(desk) }, desk);
		must(await sharing.fetch(place, remote.name), remote.name);
		if (fetch) return brought(state, desk);
		const leaving = await leavingOf(state, desk);
		const agreed = { ...state, remote: remote.name, address: remote.address };
		if (dryRun) return shownOnly(leaving, agreed);
		if (isNew && !yes && !(await isWanted(listOf(leaving), remote.address, json)))
			return { text: 'nothing was sent', exit: EXIT.no };
		return sent(leaving, agreed, desk);
	},
});

function begun(sharing: Sharing): ShareState {
	const nothing = { remote: '', address: '', hidden: [], withdrawn: [], fetchedAt: '' };
	return { ...nothing, writer: sharing.newWriter() };
}

const MOST_TRIES = 5;

interface Desk {
	readonly place: Place;
	readonly sharing: Sharing;
	readonly ports: DeskPorts;
}

/** @throws Fault `refused` where the config does not ask for it, or there is none */
function remoteFor({ continuity }: Config, { place, sharing }: Desk) {
	if (!continuity.share)
		throw new Fault('refused', 'the config does not say that lessons are shared', {
			hint: 'write `continuity: { share: true }` into requirements.yaml',
		});
	const remote = sharing.remote(place);
	if (remote !== undefined) return remote;
	throw new Fault('refused', 'this repository has no remote `origin`, nor a single other one', {
		hint: 'git remote add origin ADDRESS',
	});
}

async function stopped(asked: ShareState, desk: Desk): Promise<Answer> {
	await changed(asked, { remote: '', address: '' }, desk);
	desk.sharing.keepLessons(desk.place, undefined);
	return stopText(asked, 'is');
}

function stopText({ remote, writer }: ShareState, verb: 'is' | 'would be'): Answer {
	const stays = `git push ${oneLine(remote || 'origin')} --delete refs/req/knowledge/${writer}`;
	const kept = { remote: verb === 'is' ? null : remote, stays_until: stays };
	return {
		text: `nothing ${verb} shared from here any more; what was sent stays at the remote until somebody runs\n  ${stays}`,
		changed: { sent: 0, taken_back: 0, known: 0, ...kept },
	};
}

async function brought(asked: ShareState, desk: Desk): Promise<Answer> {
	const state = await changed(asked, { fetchedAt: isoNow(desk) }, desk);
	// Somebody ended it meanwhile.
	if (state.remote === '') desk.sharing.keepLessons(desk.place, undefined);
	const known = state.remote === '' ? 0 : await tell(state, desk);
	const { address: remote } = state;
	return { text: knownText(known), changed: { sent: 0, taken_back: 0, known, remote } };
}

function shownOnly(leaving: Leaving, { address: remote }: ShareState): Answer {
	const list = listOf(leaving);
	const { lessons, gone, unconfirmed } = leaving;
	return {
		text: [
			list === '' ? 'nothing to send' : list,
			...waitingText(leaving),
			`with --dry-run nothing is sent to ${remote}`,
		].join('\n'),
		changed: {
			...{ sent: 0, taken_back: 0, known: 0, remote },
			would_send: lessons.map(({ v, ...lesson }) => lesson),
			would_take_back: gone.map(({ kind, text }) => ({ kind, text })),
			unconfirmed,
		},
	};
}

/** That somebody agreed is kept before anything leaves: a run that is killed then is simply run again. */
async function sent(leaving: Leaving, asked: ShareState, desk: Desk): Promise<Answer> {
	const { remote, address } = asked;
	const agreed = await changed(asked, { remote, address, fetchedAt: isoNow(desk) }, desk);
	await send(agreed, leaving.texts, desk);
	const now = await desk.sharing.change(desk.place, (state = agreed) => ({
		...state,
		withdrawn: state.withdrawn.filter((id) => !leaving.texts.has(gonePath(id))),
	}));
	const known = await tell(now, desk);
	const [count, back] = [leaving.lessons.length, leaving.gone.length];
	const list = listOf(leaving);
	const done = `${counted(count, 'lesson')} sent, ${back} taken back; ${knownText(known)}`;
	return {
		text: [...(list === '' ? [] : [list]), done, ...waitingText(leaving)].join('\n'),
		changed: {
			...{ sent: count, taken_back: back, known, remote: agreed.address },
			unconfirmed: leaving.unconfirmed,
		},
	};
}

/** Lessons that are shared, of those whom an id or its beginning means. */
export interface SharedNamed {
	readonly lessons: readonly {
		readonly id: string;
		readonly kind: string;
		readonly text: string;
		/** Others share it; `false`: this clone alone. */
		readonly isOthers: boolean;
	}[];
	/**
	 * Disputed or forgotten, a lesson of others is told here no more, until it is confirmed; one of this clone's that was
	 * forgotten is taken back by the next share.
	 */
	readonly judge: (verdict: 'confirmed' | 'disputed' | 'forgotten') => Promise<void>;
}

/** @param reference as `req learn` names what was learned */
export async function sharedNamed(
	reference: string,
	place: Place,
	live: Ports,
): Promise<SharedNamed> {
	const ports = deskPorts(live);
	const sharing = await ports.sharing();
	const state = sharing.state(place);
	const wanted = reference.trim().toLowerCase();
	if (state === undefined || wanted.length < SHORTEST)
		return { lessons: [], judge: async () => undefined };
	const shelves = await sharing.shelves(place, state.writer);
	const reading = readingOf(ports);
	const own = lessonsOn(shelves.get(state.writer) ?? new Map(), reading);
	const others = new Map([...shelves].filter(([id]) => id !== state.writer));
	const named = [
		...sharedIn(others, reading).map(({ id, lesson }) => ({ hash: id, lesson, isOthers: true })),
		...own.map(([hash, , lesson]) => ({ hash, lesson, isOthers: false })),
	].map(({ hash, lesson: { kind, text }, isOthers }) => ({
		...{ hash, id: insightId(kind, text), kind, text, isOthers },
	}));
	const exact = named.filter(({ id }) => id === wanted);
	const meant = exact.length > 0 ? exact : named.filter(({ id }) => id.startsWith(wanted));
	const hashes = (isOf: boolean) =>
		meant.filter(({ isOthers }) => isOthers === isOf).map(({ hash }) => hash);
	return {
		lessons: meant.map(({ hash, ...lesson }) => lesson),
		judge: async (verdict) => {
			if (meant.length === 0) return;
			const [theirs, mine] = [hashes(true), hashes(false)];
			const now = await sharing.change(place, (known = state) => {
				const rest = known.hidden.filter((id) => !theirs.includes(id));
				const hidden = verdict === 'confirmed' ? rest : [...rest, ...theirs];
				const gone = verdict === 'forgotten' ? mine : [];
				return { ...known, hidden, withdrawn: [...new Set([...known.withdrawn, ...gone])] };
			});
			if (state.remote !== '') await tell(now, { place, sharing, ports });
		},
	};
}

/** Fewer characters of an id name too much (D5). */
const SHORTEST = 4;

/** What leaves the machine with this run. */
interface Leaving {
	readonly lessons: readonly SharedLesson[];
	/** Lessons that are taken back. */
	readonly gone: readonly SharedLesson[];
	/** Ids of what only the model noted: it stays here until a person confirms it. */
	readonly unconfirmed: readonly string[];
	readonly texts: Shelf;
}

/**
 * What a person noted or confirmed and no shelf of ours has yet, and what is disputed, superseded or forgotten since it was
 * sent. A record that is gone takes nothing back: it was only old.
 */
async function leavingOf(
	{ writer, withdrawn }: ShareState,
	{ place, sharing, ports }: Desk,
): Promise<Leaving> {
	const { host, sha256 } = ports;
	const records = await everyRecord(place, ports);
	const shelf: Shelf = (await sharing.shelves(place, writer)).get(writer) ?? new Map();
	const sent = new Map(lessonsOn(shelf, readingOf(ports)).map(([id, , lesson]) => [id, lesson]));
	const own = records.filter(({ user }) => user === host.user);
	const idOf = (one: Pick<SharedLesson, 'kind' | 'text'>) => sharedId(one, sha256);
	const insights = own.flatMap((record) => record.insights);
	const doubted = new Set([...insights.filter(isDoubted).map(idOf), ...withdrawn]);
	const files = new Map(own.flatMap(lessonsOf).map((one) => [one.id.split('/')[1], one.files]));
	const fresh = new Map<string, SharedLesson>();
	for (const one of insights.filter(isConfirmed)) {
		const { id, kind, text, why, tags, created_at } = one;
		const key = idOf(one);
		const isSecret = [text, why ?? '', tags?.join() ?? ''].some(holdsSecret);
		if (isSecret || doubted.has(key) || sent.has(key) || shelf.has(gonePath(key))) continue;
		const at = created_at.slice(0, 10);
		const because = why === undefined ? {} : { why };
		const tagged = tags === undefined ? {} : { tags };
		fresh.set(key, {
			v: 1,
			kind,
			text,
			...because,
			...tagged,
			at,
			files: [...(files.get(id) ?? [])],
		});
	}
	const gone = [...sent].filter(([id]) => doubted.has(id));
	const waiting = insights.filter(
		(one) => !isConfirmed(one) && !isDoubted(one) && !isCandidate(one),
	);
	return {
		unconfirmed: [...new Set(waiting.map(({ id }) => id))],
		lessons: [...fresh.values()],
		gone: gone.map(([, lesson]) => lesson),
		texts: new Map([
			...[...fresh].map(([id, lesson]) => [lessonPath(id), lessonText(lesson)] as const),
			...gone.map(([id]) => [gonePath(id), '{"v":1}\n'] as const),
		]),
	};
}

function listOf({ lessons, gone }: Leaving): string {
	const line = (mark: string) => (one: SharedLesson) =>
		[
			`${mark} ${one.kind}: ${whole(one.text)}${one.why === undefined ? '' : `, because ${whole(one.why)}`}`,
			...(one.tags === undefined ? [] : [`    found by ${one.tags.map(oneLine).join(', ')}`]),
			...(one.files.length === 0 ? [] : [`    of ${one.files.map(oneLine).join(', ')}`]),
		].join('\n');
	return [...lessons.map(line('+')), ...gone.map(line('-'))].join('\n');
}

/** In full, however long: who agrees has to see what leaves. */
function whole(text: string): string {
	return `"${flat(text).replaceAll('"', "'")}"`;
}

const MOST_NAMED = 5;

function waitingText({ unconfirmed: ids }: Leaving): readonly string[] {
	if (ids.length === 0) return [];
	const more = ids.length > MOST_NAMED ? ', …' : '';
	const named = `${ids.slice(0, MOST_NAMED).join(', ')}${more}`;
	const [stay, them] = ids.length === 1 ? ['stays', 'it'] : ['stay', 'them'];
	return [
		`${counted(ids.length, 'lesson')} ${stay} here until you confirm ${them} (\`req learn confirm ID\`): ${named}`,
	];
}

function knownText(known: number): string {
	return `${counted(known, 'lesson')} of others ${known === 1 ? 'is' : 'are'} known here`;
}

/** @throws Fault `refused` where nobody can be asked */
async function isWanted(list: string, address: string, isJson: boolean): Promise<boolean> {
	if (!terminal().interactive || isJson)
		throw new Fault('refused', `nobody agreed yet to send lessons to ${address}`, {
			hint: '`req learn share --dry-run` shows what would leave, `req learn share --yes` sends it',
		});
	const { choiceOf } = await import('./init-dialogue.ts');
	const shown = list === '' ? 'nothing yet; what you note or confirm later goes there, too' : list;
	const question = `Send this to ${address}?`;
	// What was sent is out of reach: Enter alone does not send it.
	return (
		(await choiceOf({ title: 'req learn share', list: shown, question, usual: false })) === true
	);
}

/** @throws Fault `refused` */
function must(reached: { readonly kind: string; readonly why?: string }, remote?: string): void {
	if (reached.kind === 'done') return;
	const why = reached.why ?? 'it keeps changing';
	const what =
		remote === undefined
			? 'the lessons could not be written into the repository'
			: `${oneLine(remote)} could not be reached`;
	throw new Fault('refused', `${what}: ${why}`, {
		hint: 'try again later',
	});
}

/** Where the same writer pushed from a copy of this clone, both are put together and sent once more. */
async function send(
	{ writer, remote }: ShareState,
	more: Shelf,
	{ place, sharing }: Desk,
): Promise<void> {
	const had = (await sharing.shelves(place, writer)).get(writer);
	if (had === undefined && more.size === 0) return;
	for (let tries = 1; ; tries += 1) {
		must(await sharing.add(place, writer, more));
		const pushed = await sharing.push(place, remote, writer);
		if (pushed.kind !== 'rejected' || tries === MOST_TRIES) return must(pushed, remote);
		must(await sharing.fetch(place, remote), remote);
	}
}

const DAY_MS = 86_400_000;
/** Characters that are kept of what others share, the newest of it: readers read no more. */
const MAX_LESSONS = 3 * 1024 * 1024;

/** Keeps what others share for prompts and edits; how many lessons that are. */
async function tell(
	{ writer, hidden }: ShareState,
	{ place, sharing, ports }: Desk,
): Promise<number> {
	const shelves = await sharing.shelves(place, writer);
	const others = new Map([...shelves].filter(([id]) => id !== writer));
	const shared = sharedIn(others, readingOf(ports)).filter(({ id }) => !hidden.includes(id));
	const tomorrow = new Date(ports.now() + DAY_MS).toISOString();
	const told = shared.filter(
		({ lesson: { text, why = '', at } }) => at <= tomorrow && ![text, why].some(holdsSecret),
	);
	let room = MAX_LESSONS;
	const newest = told.toSorted((one, other) => compareTexts(other.lesson.at, one.lesson.at));
	const lines = newest
		.map(({ lesson, writers: [first = ''] }) => lineOf(sharedLesson(lesson, first)))
		.filter((line) => {
			room -= line.length;
			return room > 0;
		});
	sharing.keepLessons(place, `${LESSONS_HEADER}${lines.toReversed().join('')}`);
	return lines.length;
}

/** `asked`: what a clone begins with that never shared. */
function changed(asked: ShareState, more: Partial<ShareState>, { place, sharing }: Desk) {
	return sharing.change(place, (state = asked) => ({ ...state, ...more }));
}

function readingOf({ client, sha256 }: DeskPorts) {
	return { parse: client.parse, sha256 };
}

function isoNow({ ports }: Desk): string {
	return new Date(ports.now()).toISOString();
}
