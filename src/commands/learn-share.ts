import { onlyAPerson } from '../app/commands/caller.ts';
import { rememberingProject } from '../app/commands/memory-of.ts';
import { everyRecord } from '../app/continuity/records.ts';
import type { ShareState } from '../app/share-ports.ts';
import type { Config } from '../core/config/config.ts';
import { Fault } from '../core/fault/fault.ts';
import { lessonsOf } from '../core/lesson/lesson.ts';
import { holdsSecret } from '../core/redact/redact.ts';
import {
	isCandidate,
	isConfirmed,
	isDoubted,
	tagsTogether,
} from '../core/session-record/insights.ts';
import type { Insight } from '../core/session-record/schema.ts';
import {
	gonePath,
	lessonPath,
	lessonsOn,
	lessonText,
	type SharedLesson,
	type Shelf,
	sharedId,
	tagsPath,
	tagsText,
} from '../core/share/shelf.ts';
import { flat, oneLine } from '../core/text/one-line.ts';
import { counted } from '../core/text/phrases.ts';
import { allPorts } from '../runtime/all-ports.ts';
import { agreedTo } from './ask.ts';
import { type Answer, callerAt, command, EXIT, JSON_CHANGED } from './command.ts';
import { keepShared, readingOf, type SharingContext } from './lessons-of-others.ts';

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
		const ports = allPorts(live);
		const caller = callerAt(ports, undefined);
		const { place, config } = await rememberingProject(caller, ports);
		const sharing = await ports.sharing();
		const state = sharing.state(place) ?? { ...UNSHARED, writer: sharing.newWriter() };
		const desk = { place, sharing, ports };
		// A session start brings what others share: somebody agreed to it before.
		if (!fetch || stop || state.remote === '') {
			await onlyAPerson(caller, { what: 'req learn share' }, ports);
		}
		if (stop) {
			if (dryRun) return stopText(state, 'would be');
			await changed(state, { remote: '', address: '' }, desk);
			sharing.keepLessons(place, undefined);
			return stopText(state, 'is');
		}
		// One that fails, is refused or killed, is not begun again by each session start.
		if (fetch && state.remote !== '') await changed(state, { fetchedAt: isoNow(desk) }, desk);
		const remote = remoteFor(config, desk);
		const isNew = state.remote === '' || state.address !== remote.address;
		if (fetch && isNew)
			throw new Fault('refused', 'nobody agreed to share with this remote yet', {
				hint: 'req learn share',
			});
		must(await sharing.fetch(place, remote.name), remote.name);
		if (fetch) return brought(state, desk);
		const leaving = await leavingOf(state, desk);
		const agreed = { ...state, remote: remote.name, address: remote.address };
		if (dryRun) return shownOnly(leaving, agreed);
		if (isNew && !yes && !(await isWanted(leaving, remote.address, json)))
			return { text: 'nothing was sent', exit: EXIT.no };
		return sent(leaving, agreed, desk);
	},
});

const UNSHARED = { remote: '', address: '', hidden: [], withdrawn: [], fetchedAt: '' };

/** @throws Fault `refused` where the config does not ask for it, or there is none */
function remoteFor({ continuity }: Config, { place, sharing }: SharingContext) {
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

const NOTHING = { sent: 0, tagged: 0, taken_back: 0, known: 0 };

function stopText({ remote, writer }: ShareState, verb: 'is' | 'would be'): Answer {
	if (remote === '')
		return { text: 'nothing is shared from here', changed: { ...NOTHING, remote: null } };
	const stays = `git push ${oneLine(remote)} --delete refs/req/knowledge/${writer}`;
	return {
		text: `nothing ${verb} shared from here any more; what was sent stays at the remote until somebody runs\n  ${stays}`,
		changed: { ...NOTHING, remote: verb === 'is' ? null : remote, remove_with: stays },
	};
}

async function brought(asked: ShareState, desk: SharingContext): Promise<Answer> {
	const state = await changed(asked, { fetchedAt: isoNow(desk) }, desk);
	// Somebody ended it meanwhile.
	if (state.remote === '') desk.sharing.keepLessons(desk.place, undefined);
	const known = state.remote === '' ? 0 : await keepShared(state, desk);
	const { address: remote } = state;
	return { text: knownText(known), changed: { ...NOTHING, known, remote } };
}

function shownOnly(leaving: Leaving, { address: remote }: ShareState): Answer {
	const list = listOf(leaving);
	const { lessons, retagged, gone, unconfirmed } = leaving;
	return {
		text: [
			list === '' ? 'nothing to send' : list,
			...waitingText(leaving),
			`with --dry-run nothing is sent to ${remote}`,
		].join('\n'),
		changed: {
			...NOTHING,
			remote,
			would_send: lessons.map(({ v, ...lesson }) => lesson),
			would_tag: retagged.map(({ kind, text, tags }) => ({ kind, text, tags })),
			would_take_back: gone.map(({ kind, text }) => ({ kind, text })),
			unconfirmed,
		},
	};
}

/** That somebody agreed is kept before anything leaves: a run that is killed then is simply run again. */
async function sent(leaving: Leaving, asked: ShareState, desk: SharingContext): Promise<Answer> {
	const { remote, address } = asked;
	const agreed = await changed(asked, { remote, address, fetchedAt: isoNow(desk) }, desk);
	await send(agreed, leaving.texts, desk);
	const now = await desk.sharing.change(desk.place, (state = agreed) => ({
		...state,
		withdrawn: state.withdrawn.filter((id) => !leaving.texts.has(gonePath(id))),
	}));
	const known = await keepShared(now, desk);
	const [count, back] = [leaving.lessons.length, leaving.gone.length];
	const tagged = leaving.retagged.length;
	const list = listOf(leaving);
	const more = tagged === 0 ? '' : `${tagged} with new tags, `;
	const done = `${counted(count, 'lesson')} sent, ${more}${back} taken back; ${knownText(known)}`;
	return {
		text: [...(list === '' ? [] : [list]), done, ...waitingText(leaving)].join('\n'),
		changed: {
			...{ sent: count, tagged, taken_back: back, known, remote: agreed.address },
			unconfirmed: leaving.unconfirmed,
		},
	};
}

type Retagged = SharedLesson & { readonly tags: string[] };

/** What leaves the machine with this run. */
interface Leaving {
	readonly lessons: readonly SharedLesson[];
	/** Lessons that are shared already, each with the tags that it was given since. */
	readonly retagged: readonly Retagged[];
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
	{ place, sharing, ports }: SharingContext,
): Promise<Leaving> {
	const { host, sha256 } = ports;
	const records = await everyRecord(place, ports);
	const shelf: Shelf = (await sharing.shelves(place, writer)).get(writer) ?? new Map();
	const reading = await readingOf(ports);
	const sent = new Map(lessonsOn(shelf, reading).map(([id, , lesson]) => [id, lesson]));
	const own = records.filter(({ user }) => user === host.user);
	const idOf = (one: Pick<SharedLesson, 'kind' | 'text'>) => sharedId(one, sha256);
	const insights = own.flatMap((record) => record.insights);
	const doubted = new Set([...insights.filter(isDoubted).map(idOf), ...withdrawn]);
	const files = new Map(own.flatMap(lessonsOf).map((one) => [one.id.split('/')[1], one.files]));
	const fresh = new Map<string, SharedLesson>();
	const retagged = new Map<string, Retagged>();
	for (const [key, one] of onceEach(insights.filter(isConfirmed), idOf)) {
		if (doubted.has(key) || shelf.has(gonePath(key))) continue;
		const known = sent.get(key);
		if (known === undefined) {
			const { id, created_at, ...said } = one;
			const lesson = { ...said, at: created_at.slice(0, 10), files: [...(files.get(id) ?? [])] };
			fresh.set(key, { v: 1, ...lesson });
			continue;
		}
		const tags = tagsTogether(known.tags, one.tags).slice(known.tags?.length ?? 0);
		const isNew = tags.length > 0 && !shelf.has(tagsPath(key, tags, sha256));
		if (isNew) retagged.set(key, { ...known, tags });
	}
	const gone = [...sent].filter(([id]) => doubted.has(id));
	const waiting = insights.filter(
		(one) => !isConfirmed(one) && !isDoubted(one) && !isCandidate(one),
	);
	return {
		unconfirmed: [...new Set(waiting.map(({ id }) => id))],
		lessons: [...fresh.values()],
		retagged: [...retagged.values()],
		gone: gone.map(([, lesson]) => lesson),
		texts: new Map([
			...[...fresh].map(([id, lesson]) => [lessonPath(id), lessonText(lesson)] as const),
			...[...retagged].map(
				([id, { tags }]) => [tagsPath(id, tags, sha256), tagsText(tags)] as const,
			),
			...gone.map(([id]) => [gonePath(id), '{"v":1}\n'] as const),
		]),
	};
}

type Sayable = Pick<Insight, 'id' | 'kind' | 'text' | 'why' | 'tags' | 'created_at'>;

/** Each lesson once, with the tags that any of its sessions gave it, and none that holds a secret. */
function onceEach(
	insights: readonly Insight[],
	idOf: (one: Insight) => string,
): ReadonlyMap<string, Sayable> {
	const found = new Map<string, Sayable>();
	for (const one of insights) {
		const { id, kind, text, why, created_at } = one;
		const tags = tagsTogether(found.get(idOf(one))?.tags, one.tags);
		if ([text, why ?? '', tags.join()].some(holdsSecret)) continue;
		const because = why === undefined ? {} : { why };
		const tagged = tags.length === 0 ? {} : { tags };
		found.set(idOf(one), { id, kind, text, ...because, ...tagged, created_at });
	}
	return found;
}

function listOf({ lessons, retagged, gone }: Leaving): string {
	const found = ({ tags = [] }: Pick<SharedLesson, 'tags'>) =>
		tags.length === 0 ? [] : [`    found by ${tags.map(oneLine).join(', ')}`];
	const line = (mark: string) => (one: SharedLesson) =>
		[
			`${mark} ${one.kind}: ${whole(one.text)}${one.why === undefined ? '' : `, because ${whole(one.why)}`}`,
			...found(one),
			...(one.files.length === 0 ? [] : [`    of ${one.files.map(oneLine).join(', ')}`]),
		].join('\n');
	const more = (one: SharedLesson) =>
		[`+ ${one.kind}: ${whole(one.text)} (shared before)`, ...found(one)].join('\n');
	return [...lessons.map(line('+')), ...retagged.map(more), ...gone.map(line('-'))].join('\n');
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

async function isWanted(leaving: Leaving, address: string, json: boolean): Promise<boolean> {
	const list = listOf(leaving) || 'nothing yet; what you note or confirm later goes there, too';
	const unasked = {
		what: `nobody agreed yet to send lessons to ${address}`,
		hint: '`req learn share --dry-run` shows what would leave, `req learn share --yes` sends it',
	};
	// What was sent is out of reach: Enter alone does not send it.
	const question = { title: 'req learn share', list, question: `Send this to ${address}?` };
	return agreedTo({ ...question, usual: false }, { json, ...unasked });
}

/** @throws Fault `refused` */
function must(reached: { readonly kind: string; readonly why?: string }, remote?: string): void {
	if (reached.kind === 'done') return;
	const why = reached.why ?? 'it keeps changing';
	const what =
		remote === undefined
			? 'the lessons could not be written into the repository'
			: `${oneLine(remote)} could not be reached`;
	throw new Fault('refused', `${what}: ${why}`, { hint: 'try again later' });
}

const MOST_TRIES = 5;

/** Where the same writer pushed from a copy of this clone, both are put together and sent once more. */
async function send(
	{ writer, remote }: ShareState,
	more: Shelf,
	{ place, sharing }: SharingContext,
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

/** `asked`: what a clone begins with that never shared. */
function changed(asked: ShareState, more: Partial<ShareState>, { place, sharing }: SharingContext) {
	return sharing.change(place, (state = asked) => ({ ...state, ...more }));
}

function isoNow({ ports }: SharingContext): string {
	return new Date(ports.now()).toISOString();
}
