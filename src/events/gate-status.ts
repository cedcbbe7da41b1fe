import { type Problem, problemText, remembers } from '../config/config.ts';
import type { Context } from '../context.ts';
import { effectText, reasonText } from '../gate/gate-text.ts';
import { nextSteps } from '../gate/next-steps.ts';
import { factOf } from '../gate/requirement-types.ts';
import { isAtRest, namesIn, type Status } from '../gate/status.ts';
import { linkedText, offText, pausedText } from '../gate/status-text.ts';
import { withRuns } from '../gate/verdict.ts';
import { placeAt, placeIfReadable } from '../git/find-place.ts';
import { branchText, onBranch, onBranchText, type Place, parseBranchName } from '../git/place.ts';
import type { Session } from '../host/session-id.ts';
import { journalOf } from '../journal/journal.ts';
import type { SessionRecord } from '../memory/record.ts';
import { readSession } from '../memory/sessions.ts';
import { type BranchState, isRootScope } from '../state/branch-state.ts';
import { readFaults } from '../state/faults.ts';
import { liveEntries, type Registered, readRegistry } from '../state/registry.ts';
import { DAY_MS } from '../store/clock.ts';
import { Fault, type FaultLine } from '../store/fault.ts';
import { type Obstacle, obstacleText } from '../store/obstacle.ts';
import { withLocalTimes } from '../text/local-time.ts';
import { named, oneLine, quoted } from '../text/one-line.ts';
import type { Paint } from '../text/paint.ts';
import { counted, listed, relativeTime } from '../text/phrases.ts';
import { readArmedWork, readStatuses, type SessionStatuses } from './armed-work.ts';
import type { Caller } from './caller.ts';
import { type Choice, chooseSession } from './caller.ts';
import { type Project, projectOfCall } from './projects.ts';
import { readState } from './stored-state.ts';

/** How the gates are, in a word. */
const GATES = {
	on: 'on',
	paused: 'paused',
	off: 'off',
	only_warn: 'only warn',
	/** Nothing says that Claude Code runs the hooks in this session. */
	unseen: 'not active yet',
	over: 'no longer active',
	/** More than one session is active, and none of them was named. */
	per_session: 'per session',
	/** No session is active. */
	no_session: 'waiting for a session',
	/** No settings bring the hooks to Claude Code. */
	not_installed: 'not installed',
} as const;

/** The gates of one session on one branch, and each requirement (interface: status). */
export interface GateStatus {
	readonly place: Place;
	readonly session: { readonly session: Session; readonly live: boolean } | undefined;
	/** `none`: no session is active here, and none was named, so nothing can be satisfied for one. */
	readonly choice: Choice['kind'];
	/** Other checkouts in which sessions of this repository are active, one sentence each. */
	readonly elsewhere: readonly string[];
	/** The branch is checked out. The config of another one may say something else. */
	readonly isHere: boolean;
	/** A hook of this session was seen. */
	readonly armed: boolean;
	readonly paused: boolean;
	readonly gates: keyof typeof GATES;
	/** Why the gates are not on, or not fully; one sentence each, the gravest first. */
	readonly reasons: readonly string[];
	/** Why nothing can be stored: no next step works, and the gates only warn. */
	readonly obstacle: Obstacle | undefined;
	readonly faults: readonly FaultLine[];
	readonly problems: readonly Problem[];
	readonly statuses: readonly Status[];
	/** Whether the session said what it understood of its inheritance; `undefined`: that was not asked. */
	readonly comprehension: SessionRecord['comprehension'];
}

export interface StatusRequest {
	readonly caller: Caller;
	/** `undefined`: the one that is checked out. */
	readonly branch?: string | undefined;
	/** A hook of the session asks, so Claude Code is there and runs the hooks. */
	readonly isActive?: boolean;
}

/**
 * Reads and evaluates, changes nothing.
 *
 * @throws Fault `usage` if git does not allow the branch's name, `unknown_session`
 */
export async function readGateStatus(request: StatusRequest, context: Context): Promise<GateStatus> {
	const { caller, branch, isActive = false } = request;
	const project = await projectOfCall(caller.cwd, context);
	const here = project?.place ?? placeAt(caller.cwd, context);
	const name = branch === undefined ? here.branch : parseBranchName(branch);
	if (name === undefined) throw new Fault('usage', `"${branch}" is not the name of a branch`);
	const isHere = name === here.branch;
	const place = onBranch(here, name);
	if (project === undefined) return { ...UNCONFIGURED, place };
	const choice = chooseSession(place, caller, context);
	const session = choice.kind === 'one' ? choice.session : undefined;
	const { state, obstacle } = await readState(place, context);
	const { config, problems } = project;
	const { lines, statuses } = await readHere({ ...project, place, isHere }, session, context);
	const armed = isActive || lines.some(({ e }) => e !== 'end');
	const live = isActive || (session !== undefined && isLive(session, context));
	const causes = causesOf({ config, problems, state, obstacle, choice, armed, live });
	const elsewhere = choice.kind === 'none' ? elsewhereTexts(choice.live, place, context) : [];
	return {
		place,
		session: session && { session, live },
		choice: choice.kind,
		elsewhere,
		isHere,
		armed,
		paused: state?.paused !== undefined,
		gates: causes[0]?.[0] ?? 'on',
		reasons: [...causes.map(([, reason]) => reason), ...elsewhere],
		obstacle,
		faults: recentFaults(readFaults(place, context), context.now()),
		problems,
		statuses: statuses.map((one) => withRuns(one, { lines, branch: place.branch })),
		comprehension: remembers(config) ? readSession(place, session, context)?.comprehension : undefined,
	};
}

const UNCONFIGURED: Omit<GateStatus, 'place'> = {
	session: undefined,
	choice: 'none',
	elsewhere: [],
	isHere: true,
	armed: false,
	paused: false,
	gates: 'off',
	reasons: ['no requirements are configured here; `req init --preset starter` makes a start'],
	obstacle: undefined,
	faults: [],
	problems: [],
	statuses: [],
	comprehension: undefined,
};

/** On the branch that is checked out as a stop reads it. */
async function readHere(
	project: Project & { readonly isHere: boolean },
	session: Session | undefined,
	context: Context,
): Promise<SessionStatuses> {
	const { place, isHere } = project;
	if (session === undefined) return readStatuses(project, { session, measures: isHere }, context);
	const worked = { ...project, lines: journalOf(place, session) };
	if (!isHere) return readStatuses(worked, { session }, context);
	return readArmedWork(worked, { input: {}, session, context });
}

const MAX_ELSEWHERE = 3;

/** A session that moved to another checkout is missed here. */
function elsewhereTexts(live: readonly Registered[], { root }: Place, context: Context): string[] {
	const others = live.filter(([, { nested }]) => nested !== true);
	return others.slice(0, MAX_ELSEWHERE).map(([key, { branch, cwd }]) => {
		const at = placeIfReadable(cwd, context);
		const session = `session ${oneLine(key)} is active`;
		if (at === undefined || at.root === root) return `${session} ${onBranchText(branch)}`;
		const tree = at.mainRoot === undefined ? '' : 'worktree ';
		return `${session} in ${tree}${named(at.root)} (${branchText(branch)})`;
	});
}

function isLive({ uuid, key }: Session, context: Context): boolean {
	const live = liveEntries(readRegistry(context), context);
	return live.some(([filed, entry]) => entry.uuid === uuid || (uuid === key && filed === key));
}

const RECENT_MS = 7 * DAY_MS;
const MAX_FAULTS = 5;

function recentFaults(lines: readonly FaultLine[], now: number): FaultLine[] {
	const since = new Date(now - RECENT_MS).toISOString();
	return lines.filter(({ at, code }) => code !== 'read' && at >= since).slice(-MAX_FAULTS);
}

type Cause = readonly [gates: keyof typeof GATES, reason: string];

interface Facts {
	readonly config: Project['config'];
	readonly problems: readonly Problem[];
	readonly state: BranchState | undefined;
	readonly obstacle: Obstacle | undefined;
	/** The session that is meant, whether a hook of it was seen, and whether it is active. */
	readonly choice: Choice;
	readonly armed: boolean;
	readonly live: boolean;
}

/** All that keeps the gates from working, the gravest first: it says how they are. */
function causesOf(facts: Facts): Cause[] {
	const { config, problems, state, obstacle } = facts;
	const [first, ...others] = config.leftOut;
	const more = others.length === 0 ? '' : `; and ${others.length} more`;
	const are = `${counted(config.leftOut.length, 'requirement')} ${others.length === 0 ? 'is' : 'are'}`;
	const unread = problems.find(({ key }) => key === '');
	const off = offText(config, problems);
	const causes: (readonly [gates: Cause[0], reason: string | undefined])[] = [
		['off', off],
		['paused', state?.paused && pausedText(state.paused)],
		...(off === undefined ? unseenCauses(facts) : []),
		['only_warn', obstacle && `nothing can be stored: ${obstacleText(obstacle)}`],
		['on', unread && `a config file cannot be read: ${problemText(unread)}`],
		['on', first && `${are} left out: ${problemText(first)}${more}`],
		['on', state?.behind_link && linkedText(state.behind_link)],
	];
	return causes.flatMap(([gates, reason]): Cause[] => (reason ? [[gates, reason]] : []));
}

/** Why no hook of the session may be active. */
function unseenCauses({ choice, armed, live }: Facts): Cause[] {
	if (choice.kind === 'several') {
		const keys = choice.live.map(([key]) => oneLine(key)).join(', ');
		const reason = `several sessions are active here; name one with --session KEY: ${keys}`;
		return [['per_session', reason]];
	}
	if (choice.kind === 'none') return [['no_session', 'no session is active here; start claude, and the gates are on']];
	if (!armed) return [['unseen', 'no hook of req was seen in this session']];
	return live ? [] : [['over', 'the session is over']];
}

/** How a text is made. `now`: milliseconds since the epoch. */
interface Rendering {
	readonly paint: Paint;
	readonly now: number;
}

/** The gates, then each requirement with its next steps, the unmet ones first, then what is wrong. Without a heading. */
export function gateStatusText(found: GateStatus, { paint, now }: Rendering): string {
	const { statuses, problems, faults } = found;
	const width = Math.max(0, ...statuses.map(({ requirement }) => requirement.name.length));
	const line = (one: Status) => requirementLine(one, found, { paint, now, width });
	const rows = [
		...groupsOf(found).flatMap((group) => [
			...group.map(line),
			...stepTexts(group, found).map((step) => `    → ${step}`),
		]),
		...statuses.filter(({ satisfied }) => satisfied).map(line),
	];
	const sections: (readonly [title: string, lines: readonly string[]])[] = [
		['', rows],
		['config problems:', problems.map((one) => paint.yellow(problemText(one)))],
		['comprehension:', comprehensionLines(found, paint)],
		['internal errors of the last 7 days:', faults.map((one) => faultText(one, now))],
	];
	return [
		...gatesLines(found, { paint, now }),
		...sections.flatMap(([title, lines]) => {
			if (lines.length === 0) return [];
			return ['', ...(title === '' ? [] : [title]), ...lines.map((line) => `  ${line}`)];
		}),
	].join('\n');
}

/** How the gates are, with the first reason on one line, the others below. */
export function gatesLines({ gates, reasons }: GateStatus, { paint, now }: Rendering): string[] {
	const [first, ...others] = reasons.map((reason) => oneLine(withLocalTimes(reason, now)));
	const state = GATES[gates];
	const isOpen = gates === 'per_session' || gates === 'no_session';
	const color = gates === 'on' && first === undefined ? paint.green : paint.yellow;
	return [
		`gates: ${isOpen ? state : color(state)}${afterGates(gates, first)}`,
		...others.map((reason) => `  ${reason}`),
	];
}

/** A reason that begins with the word for the gates goes on after it. */
function afterGates(gates: GateStatus['gates'], reason: string | undefined): string {
	if (reason === undefined) return '';
	if (gates === 'on') return `, but ${reason}`;
	if (gates === 'only_warn') return `, because ${reason}`;
	const state = GATES[gates];
	return reason.startsWith(`${state} `) ? reason.slice(state.length) : `: ${reason}`;
}

/** The unmet requirements; those with the same next steps together. */
function groupsOf(found: GateStatus): readonly (readonly [Status, ...Status[]])[] {
	const groups = new Map<string, [Status, ...Status[]]>();
	for (const status of found.statuses.filter(({ satisfied }) => !satisfied)) {
		// Each override is a decision of its own.
		const isOne = factOf(status.requirement) !== undefined;
		const key = `${isOne && status.requirement.name}\n${stepTexts([status], found, 'NAMES')}`;
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [status]);
		else group.push(status);
	}
	return [...groups.values()];
}

/** One line; what the team says of it takes the place of a reason that says nothing. */
function requirementLine(
	status: Status,
	{ obstacle }: GateStatus,
	{ paint, now, width }: Rendering & { readonly width: number },
): string {
	const { requirement, satisfied, triggered, bypass, uncounted, reason } = status;
	const { name, message } = requirement;
	const isPlain = reason === 'never_satisfied' && status.satisfiedOn === undefined;
	const asks = isPlain && status.failedAt === undefined ? message : undefined;
	const notes = [asks === undefined ? reasonText(status, now) : quoted(asks)];
	if (uncounted !== undefined) notes.push(`the last run does not count: ${oneLine(uncounted)}`);
	if (triggered && !satisfied) notes.push('work was done');
	if (bypass !== undefined) {
		const files = bypass.paths.length === 0 ? '' : ` (${listed(bypass.paths.map(named))} changed)`;
		notes.push(`bypassed ${relativeTime(bypass.at, now)}${files}`);
	}
	if (!satisfied && obstacle === undefined) notes.push(oneLine(effectText(status)));
	return `${markOf(status, paint)} ${name.padEnd(width)}  ${notes.join(', ')}`;
}

/** Neutral if it was consumed and no work since needs it again. */
function markOf(status: Status, paint: Paint): string {
	if (status.satisfied) return paint.green('✓');
	return isAtRest(status) ? paint.dim('○') : paint.red('✗');
}

/** The next steps of requirements that have the same: those that Claude can take, then the user's. */
function stepTexts(
	[status, ...others]: readonly [Status, ...Status[]],
	{ choice, elsewhere, gates, obstacle }: GateStatus,
	names = namesIn([status, ...others]).join(' '),
): string[] {
	if (obstacle !== undefined) return [];
	const { requirement } = status;
	const isOfSession = factOf(requirement) !== undefined || !isRootScope(requirement.scope);
	const isAwaited = choice === 'none' && elsewhere.length === 0 && gates !== 'off';
	const user = `the user${isAwaited && isOfSession ? ', once claude runs here' : ''}`;
	return nextSteps(status, names).map(({ kind, text, ends }) => {
		if (kind === 'user') return `${user}: ${text}`;
		return ends === undefined ? text : `${text}, then ${ends}`;
	});
}

/** That the session has not recorded what it understood. */
function comprehensionLines({ comprehension, session }: GateStatus, paint: Paint): string[] {
	if (!comprehension?.required || comprehension.present) return [];
	const what = `session ${session?.session.key} has not recorded what it understood of what it inherited`;
	const warning = comprehension.warning === null ? '' : `: ${oneLine(comprehension.warning)}`;
	return [paint.yellow(`${what}${warning}`), '→ req inherit ack "…"'];
}

function faultText({ at, code, message, hint }: FaultLine, now: number): string {
	const help = hint === undefined ? '' : ` (${oneLine(hint)})`;
	return `${relativeTime(at, now)}, ${oneLine(code)}: ${oneLine(message)}${help}`;
}
