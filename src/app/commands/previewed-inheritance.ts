import type { BranchState } from '../../core/branch-state/schema.ts';
import { noticeLines } from '../../core/inject/status-text.ts';
import type { Session } from '../../core/session/session-id.ts';
import { loadInheritance } from '../continuity/inherit.ts';
import { askedSource, isFirstOfBranch } from '../continuity/inherit-at-start.ts';
import type { Viewpoint } from '../continuity/rank-sessions.ts';
import { type AskedInheritance, askedInheritance, type Start } from '../continuity/start.ts';
import { type WrittenInjection, writeInheritedStart } from '../continuity/write-injection.ts';
import type { Ports } from '../ports.ts';
import type { Scene } from '../scene.ts';

/** What the next session on a branch would inherit on somebody's word. */
export interface InheritedPreview {
	readonly kind: 'inherits';
	readonly composed: WrittenInjection;
	/** Name of the source, else its key. */
	readonly from: string;
	readonly door: AskedInheritance['door'];
}

/** `nothing`: it starts as any other, and the gates' text says why where somebody asked in vain. */
export type Previewed = InheritedPreview | { readonly kind: 'nothing'; readonly gates: string };

interface NextStart {
	readonly scene: Scene;
	readonly session: Session;
	readonly state: BranchState | undefined;
	readonly looking: Viewpoint;
	readonly gates: string;
}

/** What a session that started now would inherit, chosen as its start would (seed 000, D24). Writes nothing. */
export async function previewedInheritance(next: NextStart, ports: Ports): Promise<Previewed> {
	const { looking, gates } = next;
	const start = startOf(next);
	const { summaries } = looking;
	// Whoever asks may be a session of a pipeline; the next one is none.
	const host = { ...ports.host, inheritBundle: undefined };
	const asked = askedInheritance({ start, cleared: undefined, summaries, host });
	const isDue = asked?.door !== 'config' || (await isFirstOfBranch(start, ports));
	if (asked === undefined || !isDue) return { kind: 'nothing', gates };
	const loading = await loaded(asked, start, ports);
	if (loading.kind === 'refused') {
		const notices = noticeLines([`nothing inherited: ${loading.message}`]);
		return { kind: 'nothing', gates: [gates, ...notices].join('\n') };
	}
	const telling = { ...loading, isGiven: false, isAsked: asked.required, gates };
	const composed = await writeInheritedStart(telling, looking, ports);
	return { kind: 'inherits', composed, from: loading.bundle.from_session, door: asked.door };
}

function startOf({ scene, session, state, looking, gates }: NextStart): Start {
	const { place, config } = scene;
	const { registry, summaries } = looking;
	return {
		...{ place, config, session, registry, gates },
		...{ source: 'startup', prompt: undefined, earlier: summaries, armed: state?.armed_inherit },
	};
}

async function loaded(asked: AskedInheritance, start: Start, ports: Ports) {
	const source = await askedSource(asked, start, ports);
	if (source.kind === 'refused') return source;
	const { place, config } = start;
	return loadInheritance(
		{ ...asked, place, config, session: undefined, source: source.session },
		ports,
	);
}
