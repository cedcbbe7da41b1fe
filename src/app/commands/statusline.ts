import { holding } from '../../core/baseline/difference.ts';
import type { Config, Problem } from '../../core/config/config.ts';
import type { JournalLine } from '../../core/journal/line.ts';
import type { Standing } from '../../core/requirement/standing.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import { carryIfMissing } from '../carry-if-missing.ts';
import { journalOf } from '../journaling.ts';
import { standingsOf } from '../judging.ts';
import type { Ports } from '../ports.ts';
import { type Scene, sceneOfCall, startOf } from '../scene.ts';
import { readState } from '../state-reading.ts';
import { withJournal } from '../with-journal.ts';

/** What the client tells a status line (docs/notes/claude-code/status-line.md). */
export interface StatuslineRequest {
	readonly cwd: string;
	/** `undefined`: the one of the environment. */
	readonly sessionId: string | undefined;
	/** The model has answered in this session, so that hooks must have been seen by now. */
	readonly hasTalked: boolean;
}

/** What one short line can say. */
export type Statusline =
	/** Nothing is configured here: nothing is said (D34). */
	| { readonly kind: 'none' }
	| { readonly kind: 'paused' }
	/** Why no gate stands, in a few words. */
	| { readonly kind: 'off'; readonly why: string }
	| {
			readonly kind: 'on';
			/** Armed ones first. */
			readonly unmet: readonly Standing[];
			readonly all: number;
			/** Requirements that are written but cannot gate, and config files that cannot be read. */
			readonly leftOut: number;
			/** Denials are warnings, because nothing could be satisfied (D7). */
			readonly onlyWarns: boolean;
			/** The place or the policy is not the one the session began with, and that holds something back. */
			readonly differs: boolean;
	  };

/**
 * Where the gates stand for a session, by what is stored: reads a few small files, measures nothing.
 *
 * @param ports through which nothing is written
 */
export async function statusline(request: StatuslineRequest, ports: Ports): Promise<Statusline> {
	const scene = await sceneOfCall(request.cwd, ports);
	if (scene === undefined) return { kind: 'none' };
	const { place, config, problems } = scene;
	const why = offInConfig(config, problems);
	if (why !== undefined) return { kind: 'off', why };
	const session = parseSessionId(request.sessionId ?? ports.host.sessionId, ports.sha256);
	const lines = session === undefined ? [] : await journalOf(place, session, ports);
	const { state, isNewer } = await readState(place, ports);
	if (state?.paused !== undefined) return { kind: 'paused' };
	if (
		session !== undefined &&
		request.hasTalked &&
		!(await isSeen(session, { scene, lines }, ports))
	)
		return { kind: 'off', why: 'no hook of req was seen in this session' };
	const known = withJournal(state, { scene, session, lines }, ports);
	const { requirements } = config;
	const { state: here } = await carryIfMissing(
		{ place, session, config, state: known, lines },
		ports,
	);
	const standings = standingsOf(here, { place, session, requirements }, ports.now());
	const unmet = standings.filter(({ satisfied }) => !satisfied);
	return {
		kind: 'on',
		unmet: [...unmet.filter((one) => one.triggered), ...unmet.filter((one) => !one.triggered)],
		all: standings.length,
		leftOut: config.leftOut.length + problems.filter(({ key }) => key === '').length,
		onlyWarns: isNewer || !ports.branchState.writable(place),
		differs: holding(ports.ground?.met.values() ?? []).some((one) => one.unreadable === undefined),
	};
}

function offInConfig(config: Config, problems: readonly Problem[]): string | undefined {
	if (!config.enabled) return 'enabled: false';
	if (config.requirements.length > 0) return undefined;
	return problems.length === 0 ? 'no requirements' : 'the config cannot be read';
}

/** A session that stands in another repository than it started in has its journal at home at least. */
async function isSeen(
	session: Session,
	{ scene, lines }: { readonly scene: Scene; readonly lines: readonly JournalLine[] },
	ports: Ports,
): Promise<boolean> {
	if (lines.length > 0) return true;
	const start = startOf(scene.place.root, ports);
	return (
		start.stateDir !== scene.place.stateDir && (await journalOf(start, session, ports)).length > 0
	);
}
