import type { Requirement } from '../../config/config.ts';
import { explainConfig } from '../../config/load-config.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import { compareTexts } from '../../core/text/strings.ts';
import { type GateStatus, readGateStatus } from '../../events/gate-status.ts';
import { evaluateNow } from '../../events/pre-tool-use.ts';
import { configuredAt, type ToolEvent } from '../../events/projects.ts';
import { protect } from '../../events/protect.ts';
import { readCalls, readWords } from '../../events/read-call.ts';
import { readState } from '../../events/stored-state.ts';
import { projectsWorkedIn } from '../../events/worked-projects.ts';
import type { Reason, Status } from '../../gate/status.ts';
import type { Action } from '../../gate/triggers.ts';
import { matching, type Verdict } from '../../gate/verdict.ts';
import { placeIfReadable } from '../../git/find-place.ts';
import { type Place, parseBranchName } from '../../git/place.ts';
import type { JournalLine } from '../../journal/entries.ts';
import { journalOf, recentJournals } from '../../journal/journal.ts';
import type { LineOf } from '../../journal/lines.ts';
import { sessionNamed } from '../../memory/known-sessions.ts';
import type { ParsedCommand } from '../../shell/read-line.ts';
import { auditTrail, type Deed } from '../../state/audit-trail.ts';
import { branchHistory } from '../../state/branch-files.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { requirementsNamed } from './project.ts';
import { satisfierFor } from './session-choice.ts';

/** A call that was refused: by requirements, or because it would have opened a gate (D36). */
type Refusal = LineOf<'refuse'> | LineOf<'protect'>;

/** The last refusal, and the gates of its branch now. */
export interface ExplainedRefusal {
	readonly refusal: Refusal;
	/** The session that made the call. */
	readonly session: Session | undefined;
	/** Its working tree, if that is another one than the caller's. */
	readonly checkout: string | undefined;
	/** The requirements that blocked it and are still configured, with their status now. */
	readonly statuses: readonly Status[];
	readonly gates: GateStatus;
}

/**
 * The last refusal of the session that asks or is named, else of all sessions of the project; `undefined`: none is stored.
 *
 * @throws Fault `not_configured`, `unknown_session`
 */
export async function explainLast(
	caller: Caller,
	ports: Ports,
): Promise<ExplainedRefusal | undefined> {
	const { place } = await configuredAt(caller.cwd, ports);
	const lines = await linesOfCaller(caller, place, ports);
	const refusals = lines.filter(isRefusal);
	const last = refusals.sort((one, other) => compareTexts(one.at, other.at)).at(-1);
	if (last === undefined) return undefined;
	const root = last.e === 'refuse' ? last.root : undefined;
	const isThere = root !== undefined && placeIfReadable(root, ports.context) !== undefined;
	const cwd = isThere ? root : caller.cwd;
	const asSession = { ...ports, host: { ...ports.host, sessionId: last.s } };
	const asked = { caller: { ...caller, cwd, session: undefined }, isAtWork: false };
	const branch = parseBranchName(last.branch);
	const gates = await readGateStatus({ ...asked, branch }, asSession);
	const names = last.e === 'refuse' ? last.names : [];
	const statuses = gates.statuses.filter(({ requirement }) => names.includes(requirement.name));
	return {
		refusal: last,
		session: parseSessionId(last.s, ports.sha256),
		checkout: root === place.root ? undefined : root,
		statuses,
		gates,
	};
}

/** A warning is not a refusal, and a question is the user's to answer. */
function isRefusal(line: JournalLine): line is Refusal {
	if (line.e === 'protect') return line.answer === 'deny';
	return line.e === 'refuse' && line.warned !== true;
}

async function linesOfCaller(caller: Caller, place: Place, ports: Ports): Promise<JournalLine[]> {
	const own = parseSessionId(ports.host.sessionId, ports.sha256);
	const session = caller.session === undefined ? own : sessionNamed(caller.session, place, ports);
	if (session !== undefined)
		return (await projectsWorkedIn(session, caller.cwd, ports)).flatMap(({ lines }) => lines);
	const lines: JournalLine[] = [];
	for (const session of recentJournals(place, 0)) lines.push(...journalOf(place, session));
	return lines;
}

/** What the gates of one project answer to a call now. */
interface ExplainedCall {
	readonly action: Action;
	readonly verdict: Verdict;
	/** Names of the requirements that the call arms if it succeeds. */
	readonly arms: readonly string[];
	/** Those that it makes stale. */
	readonly makesStale: readonly string[];
	readonly gates: GateStatus;
}

/** A call as the gates read it, and their answers. */
export interface Explanation {
	/** `undefined` for other tools than shells. */
	readonly command: ParsedCommand | undefined;
	/** Why only the user makes such a call, whatever is satisfied. */
	readonly protection: string | undefined;
	readonly isBlocked: boolean;
	/** In each project that has a say in it. */
	readonly calls: readonly ExplainedCall[];
	/** The gates where it runs, if no project has a say in it. */
	readonly gates: GateStatus;
}

/**
 * Reads and evaluates a call as PreToolUse does, without making it. If no single session is meant, it is a call of a new one.
 *
 * @throws Fault `not_configured`, `unknown_session`
 */
export async function explainCall(
	event: ToolEvent,
	caller: Caller,
	ports: Ports,
): Promise<Explanation> {
	const { place } = await configuredAt(caller.cwd, ports);
	const { session } = await satisfierFor(place, { caller, atBranch: true }, ports);
	const input = { ...event, session_id: session.uuid };
	const words = readWords(event, ports);
	const protection = await protect({ input, session, ports }, words);
	const calls: ExplainedCall[] = [];
	const checked = protection?.decision === 'deny' ? [] : await readCalls(words, ports);
	for (const call of checked) {
		const { action, project } = call;
		const { verdict } = await evaluateNow({ input, session, call, ports });
		const asked = { caller: { ...caller, cwd: project.place.root }, branch: undefined };
		const gates = await readGateStatus({ ...asked, isAtWork: false }, ports);
		const namesOf = (reasons: (reason: Reason) => boolean, list: 'triggers' | 'staleAfter') => {
			const concerned = gates.statuses.filter(({ reason }) => reasons(reason));
			const requirements = concerned.map(({ requirement }) => requirement);
			return matching(requirements, list, action).map(({ name }) => name);
		};
		const armed = namesOf((reason) => reason !== 'does_not_apply', 'triggers');
		const arms = armed.filter((name) => !verdict.consumes.includes(name));
		const makesStale = namesOf((reason) => reason === 'satisfied', 'staleAfter');
		calls.push({ action, verdict, arms, makesStale, gates });
	}
	const gates = await readGateStatus({ caller, branch: undefined, isAtWork: false }, ports);
	const isBlocked =
		protection?.decision === 'deny' || calls.some(({ verdict }) => verdict.decision === 'deny');
	return { command: words.command, protection: protection?.text, isBlocked, calls, gates };
}

/** A requirement of the config, with all that is known of it here. */
export interface ExplainedRequirement {
	/** `undefined`: it is written, and does not apply. */
	readonly status: Status | undefined;
	/** What it says is wrong with it, if that is why it does not apply. */
	readonly problem: string | undefined;
	/** The config files that say something of it, in their order. */
	readonly files: readonly string[];
	/** Who satisfied it on this branch, newest first. */
	readonly deeds: readonly Deed[];
	readonly gates: GateStatus;
}

/** @throws Fault `not_configured`, `unknown_name`, `unknown_session` */
export async function explainRequirement(
	name: string,
	caller: Caller,
	ports: Ports,
): Promise<ExplainedRequirement> {
	const { place, config } = await configuredAt(caller.cwd, ports);
	const isOfIt = (key: string) => `${key}.`.startsWith(`requirements.${name}.`);
	const origins = await explainConfig(place, ports.context);
	const files = new Set(origins.flatMap(({ key, file }) => (isOfIt(key) ? [file] : [])));
	const problem = config.leftOut.find(({ key }) => isOfIt(key));
	const gates = await readGateStatus({ caller, branch: undefined, isAtWork: false }, ports);
	const isNamed = (one: Requirement) => one.name === name;
	const status = gates.statuses.find(({ requirement }) => isNamed(requirement));
	if (status === undefined && problem === undefined && files.size === 0)
		requirementsNamed([name], config);
	const { state } = await readState(place, ports);
	const trail = auditTrail(state, branchHistory(place, ports.context));
	return {
		status,
		problem: problem?.message,
		files: [...files],
		deeds: trail.filter(({ requirement }) => requirement === name),
		gates,
	};
}
