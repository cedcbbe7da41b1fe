import { KIND_OF, NAMED_LISTS } from '../../core/inherit/selection.ts';
import type { ActivityEntry } from '../../core/journal/activity.ts';
import type { Context } from '../../core/pipeline/context.ts';
import { withIteration } from '../../core/pipeline/progress.ts';
import { type ReadStatus, readStatus, type Status } from '../../core/pipeline/read-status.ts';
import type { Outcome } from '../../core/run/outcome.ts';
import type { Said } from '../../core/run/schema.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import { CERTAIN, insightId } from '../../core/session-record/insights.ts';
import { validationOf } from '../../core/session-record/session-context.ts';
import { foldSession } from '../continuity/fold-session.ts';
import { note } from '../journaling.ts';
import type { DeskPorts } from '../ports.ts';
import type { Iteration } from './iteration.ts';
import { nameSessionOf } from './naming.ts';
import { type PipelineAtWork, pipelineOf } from './pipeline-at-work.ts';

interface Finished extends Iteration {
	readonly context: Context;
}

interface Working {
	readonly at: PipelineAtWork;
	readonly ports: DeskPorts;
}

/** Keeps what came of an iteration: in its session's memory, beside the run's file, and last in that file. */
export async function finishIteration(
	done: Finished,
	outcome: Outcome,
	{ at, ports }: Working,
): Promise<void> {
	const { key, context } = done;
	const { place } = at.plan;
	const { redact } = await import('../../core/redact/redact.ts');
	const file = ports.pipelineFolders.status(context.paths);
	const { status, trouble } = readStatus(file, redact);
	const session = parseSessionId(at.ledger.item(key).session_uuid, ports.sha256);
	const record = session && (await keepInMemory(session, { context, status }, { at, ports }));
	const run = at.ledger.run().run_id;
	const validation = record && validationOf(record);
	const given = { context, status: status.decision === 'none' ? undefined : status };
	const kept = ports.pipelineFolders.keep({ place, run, key }, { ...given, validation, redact });
	const isHalf = outcome.status === 'success' && status.decision !== 'none';
	for (const text of [isHalf ? trouble : undefined, kept.trouble]) {
		if (text !== undefined) at.tell({ kind: 'warning', text: `${key}: ${text}` });
	}
	await keepInRun(done, { outcome, status, trouble, output: kept.output }, { at, ports });
}

/** What the session learnt, as `req learn` would keep it; each text once (S0-084). */
async function keepInMemory(
	session: Session,
	{ context, status }: { readonly context: Context; readonly status: Status },
	{ at, ports }: Working,
) {
	const { place, config } = at.plan;
	const { uuid } = session;
	await nameSessionOf({ uuid, before: null, name: context.session, at: at.plan }, ports);
	const loaded = await ports.records.read(place, session);
	if (loaded.kind !== 'present') return undefined;
	const known = new Set(loaded.doc.insights.map(({ id }) => id));
	const entries = insightsOf(status).filter(({ id }) => !known.has(id));
	await note(place, session, { entries, ports });
	return foldSession({ place, config }, session, ports);
}

type InsightEntry = Extract<ActivityEntry, { e: 'insight' }>;

function insightsOf(status: Status): InsightEntry[] {
	return NAMED_LISTS.flatMap((list) =>
		status[list].map((text) => ({
			...{ e: 'insight' as const, id: insightId(KIND_OF[list], text), kind: KIND_OF[list], text },
			...{ confidence: CERTAIN, source: 'import' as const },
		})),
	);
}

interface Came extends ReadStatus {
	readonly outcome: Outcome;
	readonly output: string | undefined;
}

/** What became of an iteration whose session ended well, where that is no success. */
const WITHOUT_RESULT: Readonly<Partial<Record<Said, 'failed' | 'no_status'>>> = {
	error: 'failed',
	none: 'no_status',
};
const GAVE_UP = 'it decided that the pipeline cannot go on';

/** An iteration whose session did not end well is none: `--resume` begins it again. */
async function keepInRun(
	{ key, stage, iteration, started }: Finished,
	{ outcome, status, trouble, output }: Came,
	{ at: { ledger }, ports }: Working,
): Promise<void> {
	const { decision, summary } = status;
	const worked = outcome.status === 'success';
	const came = worked ? WITHOUT_RESULT[decision] : undefined;
	const ended = ports.now();
	const { items } = ledger.run();
	const item = {
		...ledger.item(key),
		status: came ?? (outcome.status === 'stale' ? ('failed' as const) : outcome.status),
		error: came === undefined ? (outcome.error ?? null) : summary || (trouble ?? GAVE_UP),
		ended_at: new Date(ended).toISOString(),
		duration_s: Math.round((ended - started) / 100) / 10,
	};
	const pipeline = pipelineOf(ledger);
	const said = { ...status, trouble: trouble ?? null, output: output ?? null };
	const finished = { iteration, item: key, ...said };
	await ledger.record({
		items: { ...items, [key]: item },
		...(worked ? { pipeline: withIteration(pipeline, stage, finished) } : {}),
	});
}
