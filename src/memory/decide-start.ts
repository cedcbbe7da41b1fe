import { named } from '../text/one-line.ts';
import { relativeTo } from '../text/paths.ts';
import type { Bundle } from './bundle.ts';
import { bundlePath } from './bundle-files.ts';
import type { Drop } from './choose-notes.ts';
import type { Source } from './choose-sources.ts';
import { finishedNotes, idleNotes } from './other-sessions.ts';
import type { SessionRecord } from './record.ts';
import { onlyShown, type Restoration, restore } from './restoration.ts';
import { compileInjection } from './sections.ts';
import { byActivity } from './sessions.ts';
import type { Occasion, StartFacts } from './start-facts.ts';

/** What is asked for: on which occasion, and which sessions were named. */
export interface StartRequest {
	readonly kind: Occasion['kind'];
	/** What the gates have to say of a session that starts. */
	readonly gates?: string;
	/** The named sessions, nearest first; at a compaction the session itself. */
	readonly records?: readonly SessionRecord[];
	/** What the session inherited, or inherits now. */
	readonly bundle?: Bundle | undefined;
	/** It has to say what it understood of that, and has not yet. */
	readonly isAsked?: boolean;
	/** Sentences of ours about that. */
	readonly warnings?: readonly string[];
}

/** What a session is shown. */
export interface StartDecision {
	readonly occasion: Occasion;
	readonly text: string;
	/** What found no room, and what was not passed on, with the reason. */
	readonly dropped: readonly Drop[];
	/** What of sessions the text shows; `undefined`: nothing of any. */
	readonly restoration: Restoration | undefined;
}

/** What each occasion is about: the sessions to choose from, and what is said of others. */
const OCCASIONS: Readonly<
	Record<
		Occasion['kind'],
		{
			readonly sources: (facts: StartFacts, request: StartRequest) => readonly Source[];
			readonly others?: (facts: StartFacts, not: ReadonlySet<string>) => readonly string[];
		}
	>
> = {
	start: { sources: recentSources, others: idleNotes },
	compact: { sources: ownSources },
	resume: { sources: () => [], others: finishedNotes },
	named: { sources: namedSources },
	inherit: { sources: namedSources, others: idleNotes },
};

/** Decides what a session is shown of others, or of itself (D18, D19, D24). Nothing is written yet. */
export function decideStart(request: StartRequest, facts: StartFacts): StartDecision {
	const { kind, gates = '', records = [], bundle, warnings = [] } = request;
	const { sources, others = () => [] } = OCCASIONS[kind];
	const occasion = { kind, bundle, sources: sources(facts, request) };
	const restoration = kind === 'resume' ? undefined : restore(occasion, facts);
	const shown = new Set(records.map(({ uuid }) => uuid));
	const injection = compileInjection({
		kind,
		gates,
		restoration,
		notes: [...warnings, ...others(facts, shown), ...bundleNotes(request, facts)],
		budget: facts.continuity.budget,
	});
	const { dropped } = injection;
	return { ...injection, occasion, restoration: restoration && onlyShown(restoration, dropped) };
}

function recentSources({ candidates }: StartFacts): readonly Source[] {
	return candidates.toSorted((one, other) => byActivity(one.record, other.record));
}

/** The session itself, then the lessons of others. What it inherited took the place of those. */
function ownSources(facts: StartFacts, { records = [], bundle }: StartRequest): readonly Source[] {
	const own = records.map((record): Source => ({ record, score: 1, context: 'all', pins: 'all' }));
	const others = bundle === undefined ? facts.candidates : [];
	const lessons = others
		.filter(({ refused }) => refused !== 'self')
		.map((one): Source => {
			return { ...one, context: one.context === 'none' ? 'none' : 'lessons', pins: 'none' };
		});
	return [...own, ...lessons];
}

/** Named sessions, at any age: only the nearest gives its pins, and of a selection none does (D22–D24). */
function namedSources({ candidates }: StartFacts, { records = [], bundle }: StartRequest): readonly Source[] {
	const isWhole = bundle === undefined || bundle.select === 'all';
	return records.map((record, index) => ({
		record,
		score: candidates.find((one) => one.record.uuid === record.uuid)?.score ?? 0,
		context: isWhole ? 'all' : 'lessons',
		pins: isWhole && index === 0 ? 'all' : 'none',
	}));
}

/** The questions to a session that inherits, worded as facts: a model distrusts orders in the text of a hook. */
const STEP_ZERO = `STEP 0 — what was understood (missing; the user wants it before the work):
1. In 2-3 sentences: what was accomplished and learned before.
2. In one sentence: the task of this session.
3. The inherited constraints and learnings that apply now, and what is done differently because of them.
\`req inherit ack "TEXT"\` records the answer; until then req shows the user that it is missing.`;

/** The lines about a bundle that follow its lists: where to find all of it, and what is asked. */
function bundleNotes({ bundle, isAsked = false }: StartRequest, { place, session }: StartFacts): readonly string[] {
	if (bundle === undefined) return [];
	const path = session && relativeTo(place.root, bundlePath(place, session));
	const from = `Inherited, as asked, from session ${named(bundle.from_session)}`;
	const pointer = path && `${from}. All of it: ${named(path)} — \`req inherit show\``;
	return [...(pointer === undefined ? [] : [pointer]), ...(isAsked ? [STEP_ZERO] : [])];
}
