import type { AllPorts, Ports } from '../app/ports.ts';
import type { ShareState, Sharing } from '../app/share-ports.ts';
import { LESSONS_HEADER, lineOf, markClean, sharedLesson } from '../core/lesson/lesson.ts';
import type { Place } from '../core/place/place.ts';
import { holdsSecret } from '../core/redact/redact.ts';
import { insightId, SHORTEST_INSIGHT, wantedId } from '../core/session-record/insights.ts';
import { lessonsOn, sharedIn } from '../core/share/shelf.ts';
import { compareTexts } from '../core/text/strings.ts';
import { allPorts } from '../runtime/all-ports.ts';

/** Where lessons are shared from. */
export interface SharingContext {
	readonly place: Place;
	readonly sharing: Sharing;
	readonly ports: AllPorts;
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
	const ports = allPorts(live);
	const sharing = await ports.sharing();
	const state = sharing.state(place);
	const wanted = wantedId(reference);
	if (state === undefined || wanted.length < SHORTEST_INSIGHT)
		return { lessons: [], judge: async () => undefined };
	const shelves = await sharing.shelves(place, state.writer);
	const reading = await readingOf(ports);
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
			if (state.remote !== '') await keepShared(now, { place, sharing, ports });
		},
	};
}

const DAY_MS = 86_400_000;
/** Digits by which a writer is known. */
const SHORT_WRITER = 8;
/** Bytes that are kept of what others share, the newest of it: readers read no more. */
const MAX_LESSONS = 3 * 1024 * 1024;

/** What others share, as far as anybody may be told of it. */
async function tellable({ place, sharing, ports }: SharingContext, writer: string) {
	const shelves = await sharing.shelves(place, writer);
	const others = new Map([...shelves].filter(([id]) => id !== writer));
	const tomorrow = new Date(ports.now() + DAY_MS).toISOString();
	return (
		sharedIn(others, await readingOf(ports))
			.filter(
				({ lesson: { text, why = '', at } }) => at <= tomorrow && ![text, why].some(holdsSecret),
			)
			// Tags may be another writer's: they take nothing away from who shares the lesson.
			.map(({ id: hash, lesson: { tags = [], ...lesson }, writers }) => ({
				...{ hash, lesson: { ...lesson, tags: withoutSecrets(tags) }, writers },
			}))
	);
}

/** What others share, for who looks at it; `isHidden`: it was disputed or forgotten here. */
export async function sharedByOthers(place: Place, live: Ports) {
	const ports = allPorts(live);
	const sharing = await ports.sharing();
	const state = sharing.state(place);
	if (state === undefined || state.remote === '') return [];
	const told = await tellable({ place, sharing, ports }, state.writer);
	return told.map(({ hash, lesson, writers: [first = ''] }) => ({
		...{ ...lesson, id: insightId(lesson.kind, lesson.text) },
		...{ writer: first.slice(0, SHORT_WRITER), isHidden: state.hidden.includes(hash) },
	}));
}

/** Keeps what others share for prompts and edits; how many lessons that are. */
export async function keepShared(
	{ writer, hidden }: ShareState,
	desk: SharingContext,
): Promise<number> {
	const { place, sharing } = desk;
	const told = (await tellable(desk, writer)).filter(({ hash }) => !hidden.includes(hash));
	let room = MAX_LESSONS;
	const newest = told.toSorted((one, other) => compareTexts(other.lesson.at, one.lesson.at));
	const lines = newest
		.map(({ lesson, writers: [first = ''] }) => markClean(sharedLesson(lesson, first), holdsSecret))
		.map(lineOf)
		.filter((line) => {
			room -= Buffer.byteLength(line);
			return room > 0;
		});
	sharing.keepLessons(place, `${LESSONS_HEADER}${lines.toReversed().join('')}`);
	return lines.length;
}

/** How shelves are read. */
export async function readingOf({ lessons, sha256 }: AllPorts) {
	return { parse: (await lessons()).parse, sha256 };
}

/** Tags that hold no secret, nor make one together. */
function withoutSecrets(tags: readonly string[]): string[] {
	const kept: string[] = [];
	for (const tag of tags) if (!holdsSecret([...kept, tag].join())) kept.push(tag);
	return kept;
}
