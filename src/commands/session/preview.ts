import type { CommandContext } from '../../context.ts';
import type { Project } from '../../events/projects.ts';
import { rememberingProject } from '../../events/session-memory.ts';
import { startStatus } from '../../events/session-start.ts';
import { readState } from '../../events/stored-state.ts';
import { statusText } from '../../gate/status-text.ts';
import { onBranchText } from '../../git/place.ts';
import { environmentOf } from '../../host/environment.ts';
import { parseSessionId } from '../../host/session-id.ts';
import { REASONS } from '../../memory/choose-notes.ts';
import { type Candidate, REFUSALS } from '../../memory/choose-sources.ts';
import { CHARS_PER_TOKEN, codeLines, codeSections, fitCodes } from '../../memory/codes.ts';
import type { StartDecision } from '../../memory/decide-start.ts';
import { readStart } from '../../memory/read-start.ts';
import { decideShown } from '../../memory/start-text.ts';
import { redact } from '../../secrets/redact.ts';
import { readFaults } from '../../state/faults.ts';
import { readRegistry } from '../../state/registry.ts';
import { unreadFaults } from '../../store/fault.ts';
import { named, oneLine } from '../../text/one-line.ts';
import { counted } from '../../text/phrases.ts';
import { callerAt, command, TABLE_OPTIONS } from '../command.ts';
import { type Cells, type Layout, layoutOf, table } from '../layout.ts';

/** Lines of what is left out. */
const MOST = 40;

/** `req session preview`: decided by the functions that decide a start. Writes nothing. */
export const preview = command({
	about: 'show what a session that starts now is shown',
	details:
		'Its exact text on this branch, which sessions it comes from, and why from those; then what is left out, and why. Writes nothing.',
	options: TABLE_OPTIONS,
	examples: ['req session preview', 'req session preview --json'],
	run: async ({ wide }, context) => {
		const project = await rememberingProject(callerAt(context, undefined), context);
		const { place, config } = project;
		const { gates, decision, inherits, candidates } = await nextStart(project, context);
		const { text = gates, dropped = [], restoration } = decision ?? {};
		const from = inherits?.inheritance.bundle.from_session ?? '';
		const sources = restoration?.sources ?? [];
		const fitting = restoration && fitCodes(codeSections(restoration.work), config.continuity.budget);
		const tokens = Math.ceil(text.length / CHARS_PER_TOKEN);
		const size = `${counted(text.length, 'character')}, about ${counted(tokens, 'token')}`;
		const left = dropped.map(({ what, why }) => ({ what: oneLine(what), why }));
		const more = left.length > MOST ? [`… and ${left.length - MOST} more: --json shows all`] : [];
		return {
			text: () =>
				[
					text,
					'',
					'─'.repeat(60),
					`What a session that starts now ${onBranchText(place.branch)} is shown: ${size}.`,
					inherits === undefined
						? sourcesText(decision, candidates, layoutOf({ wide }, context))
						: `Inherited from ${named(from)}, as asked.`,
					...left.slice(0, MOST).map(({ what, why }) => `left out: ${what} (${REASONS[why]})`),
					...more,
				].join('\n'),
			json: () => ({
				text,
				codes: (fitting === undefined ? [] : codeLines(fitting)).map(redact),
				expires_at: sources[0]?.expiresAt ?? null,
				chars: text.length,
				token_count: tokens,
				sources: sources.map(({ key, score }) => ({ key, score })),
				dropped: left,
				candidates: candidates.map(({ record, relevance, score: _, context, ...taken }) => {
					const { key, uuid, name = null, branch, last_activity } = record;
					const refused = taken.refused ?? null;
					const whose = { key, uuid, name, branch, last_activity };
					return { ...whose, ...relevance, ...taken, context: context !== 'none', refused };
				}),
				inherits: inherits ? { from_session: from, door: inherits.request.door } : null,
			}),
		};
	},
});

/** What a session that started now would be shown, and the sessions that were looked at for it. */
async function nextStart(project: Project, context: CommandContext) {
	const session = parseSessionId('00000000-0000-4000-8000-000000000000');
	if (session === undefined) throw new Error('the next session has no id');
	const { place, config } = project;
	const registry = readRegistry(context);
	const viewer = { place, continuity: config.continuity, session: undefined };
	const facts = await readStart(viewer, { registry }, context);
	const { state, obstacle } = await readState(place, context);
	const faults = unreadFaults(readFaults(place, context));
	const stored = { registry, state, obstacle, faults };
	const gates = statusText(await startStatus({ project, session }, stored, context));
	const start = { config, source: 'startup', cleared: undefined, gates };
	// What the session that runs this command inherits is for that session only.
	const asked = environmentOf(context).calledByModel ? undefined : context.env['REQ_INHERIT_FROM'];
	const own = { ...context, env: { ...context.env, REQ_INHERIT_BUNDLE: undefined, REQ_INHERIT_FROM: asked } };
	const shown = decideShown(start, facts, own);
	const isChosen = shown.decision?.occasion.kind === 'start';
	return { ...shown, candidates: isChosen ? facts.candidates : [] };
}

/** Which sessions were looked at. */
function sourcesText(decision: StartDecision | undefined, candidates: readonly Candidate[], layout: Layout): string {
	if (decision === undefined) return '`continuity.inject_on` does not name startup.';
	return candidates.length > 0
		? table(candidates, CELLS, layout)
		: 'No other session is recent: `req session list --all` lists older ones.';
}

const CELLS: Cells<Candidate> = {
	SESSION: ({ record }) => oneLine(record.name ?? record.key),
	AGE: ({ hours }) => (hours < 48 ? `${hours.toFixed(0)} h` : `${(hours / 24).toFixed(0)} days`),
	SCORE: ({ score }) => score.toFixed(3),
	TAKEN: ({ context, pins }) => {
		const taken = [context === 'all' ? 'context' : context, pins === 'none' ? pins : `${pins} pins`];
		return taken.filter((one) => one !== 'none').join(', ') || '-';
	},
	WHY: ({ refused, relevance }) => {
		const [, words] = REFUSALS.find(([why]) => why === refused) ?? [];
		return words ?? (relevance.lifted ? 'a task is pending' : '');
	},
};
