import { type Config, type Problem, problemText, remembers } from '../../config/config.ts';
import { Fault, type FaultLine } from '../../core/fault/fault.ts';
import { type GatesState, linkedText, offReason } from '../../core/inject/status-text.ts';
import type { Session } from '../../core/session/session-id.ts';
import { named, oneLine } from '../../core/text/one-line.ts';
import { counted } from '../../core/text/phrases.ts';
import { readArmedWork } from '../../events/armed-work.ts';
import type { Project } from '../../events/projects.ts';
import { readState } from '../../events/stored-state.ts';
import type { Status } from '../../gate/status.ts';
import { measuresDue, stateAfter, statusesOf, withJournal } from '../../gate/statuses.ts';
import { withRuns } from '../../gate/verdict.ts';
import { placeIfReadable } from '../../git/find-place.ts';
import {
	branchText,
	onBranch,
	onBranchText,
	type Place,
	parseBranchName,
} from '../../git/place.ts';
import type { JournalLine } from '../../journal/entries.ts';
import { journalOf } from '../../journal/journal.ts';
import type { SessionRecord } from '../../memory/record.ts';
import { readSession } from '../../memory/sessions.ts';
import { branchStateFile } from '../../state/branch-files.ts';
import { type ArmedInherit, type BranchState, waitingInherit } from '../../state/branch-state.ts';
import { machineOf, readRegistry } from '../../state/registry.ts';
import { liveEntries, type Registered } from '../../state/registry-kind.ts';
import { type Obstacle, obstacleText } from '../../store/obstacle.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { projectOfCommand } from './project.ts';
import { type Choice, chooseSession } from './session-choice.ts';

/** Where the gates stand, for one session on one branch (interface: status). */
export interface GateStatus {
	readonly place: Place;
	readonly stateFile: string;
	readonly session: { readonly session: Session; readonly live: boolean } | undefined;
	/** `none`: no session runs here, and none was named, so nothing can be satisfied for one. */
	readonly choice: Choice['kind'];
	/** Where sessions of this repository run instead, one sentence each. */
	readonly elsewhere: readonly string[];
	/** The branch is the one that is checked out. Another one's own config may say something else. */
	readonly isHere: boolean;
	/** Hooks were seen at work in this session. */
	readonly armed: boolean;
	readonly paused: boolean;
	readonly gates: GatesState;
	/** Why the gates do not stand, or do not stand fully; one sentence each. */
	readonly reasons: readonly string[];
	/** Why nothing can be stored: no next step works, and the gates only warn. */
	readonly obstacle: Obstacle | undefined;
	readonly faults: readonly FaultLine[];
	readonly problems: readonly Problem[];
	readonly statuses: readonly Status[];
	/** Whether the session said what it understood of its inheritance; `undefined`: nobody asked. */
	readonly comprehension: Comprehension | undefined;
	/** What `req inherit` left for the next session of the branch; `undefined`: nothing, or nothing is remembered. */
	readonly waiting: ArmedInherit | undefined;
}

export type Comprehension = NonNullable<SessionRecord['comprehension']>;

const RECENT_MS = 7 * 24 * 60 * 60 * 1000;

const MAX_FAULTS = 5;

export interface StatusRequest {
	readonly caller: Caller;
	/** `undefined`: the one that is checked out. */
	readonly branch: string | undefined;
	/** A hook of the session asks: that it runs shows that the client is there and runs the hooks. */
	readonly isAtWork: boolean;
}

/** Reads and judges, changes nothing. */
export async function readGateStatus(request: StatusRequest, ports: Ports): Promise<GateStatus> {
	const { caller, isAtWork } = request;
	const project = await projectOfCommand(caller.cwd, ports);
	const place = placeOn(project.place, request.branch);
	if (project.kind === 'bare') return bare(place, ports);
	const isHere = place.branch === project.place.branch;
	return configured({ ...project, place, isHere, isAtWork }, caller, ports);
}

/** @throws Fault `usage` */
function placeOn(place: Place, branch: string | undefined): Place {
	if (branch === undefined || branch === place.branch) return place;
	const name = parseBranchName(branch);
	if (name === undefined) throw new Fault('usage', `"${branch}" is not the name of a branch`);
	return onBranch(place, name);
}

/** Where nothing is configured. */
function bare(place: Place, ports: Ports): GateStatus {
	return {
		...{ place, stateFile: branchStateFile(place, ports.context), isHere: true },
		...{ session: undefined, choice: 'none', elsewhere: [], armed: false, paused: false },
		gates: 'off',
		reasons: ['no requirements are configured here; `req init --preset starter` makes a start'],
		...{ obstacle: undefined, faults: [], problems: [], statuses: [] },
		...{ comprehension: undefined, waiting: undefined },
	};
}

/** `isHere`: the branch is the one that is checked out, so that its size can be measured. */
async function configured(
	project: Project & Pick<StatusRequest, 'isAtWork'> & { readonly isHere: boolean },
	caller: Caller,
	ports: Ports,
): Promise<GateStatus> {
	const { place, config, problems, isHere, isAtWork } = project;
	const now = ports.now();
	const choice = await chooseSession(place, caller, ports);
	const session = choice.kind === 'one' ? choice.session : undefined;
	const { state, obstacle } = await readState(place, ports);
	const { lines, statuses } = await readStatuses(project, session, ports);
	const armed = isAtWork || lines.some(({ e }) => e !== 'end');
	const live = isAtWork || (session !== undefined && isLive(session, ports));
	const about = bare(place, ports);
	const gates = gatesOf({ config, problems, state, obstacle, choice, armed, live });
	const elsewhere = choice.kind === 'none' ? elsewhereTexts(choice.live, place, ports) : [];
	return {
		...about,
		session: session && { session, live },
		...{ choice: choice.kind, elsewhere, isHere, armed },
		paused: state?.paused !== undefined,
		gates: gates.gates,
		reasons: [...gates.reasons, ...elsewhere],
		obstacle,
		faults: recentFaults(await ports.faults.read(place), now),
		problems,
		statuses: statuses.map((one) => withRuns(one, { lines, branch: place.branch })),
		comprehension: comprehensionOf(project, session, ports),
		waiting: remembers(config) ? waitingInherit(state) : undefined,
	};
}

/** The session's journal, and the status of each requirement: on the branch that is checked out as a stop reads it. */
async function readStatuses(
	project: Project & { readonly isHere: boolean },
	session: Session | undefined,
	ports: Ports,
): Promise<{ readonly lines: readonly JournalLine[]; readonly statuses: readonly Status[] }> {
	const { place, config, isHere } = project;
	const found = session === undefined ? [] : await journalOf(place, session);
	if (isHere && session !== undefined) {
		const event = { input: {}, session, ports };
		const { lines, statusesAfter } = await readArmedWork({ ...project, lines: found }, event);
		return { lines, statuses: statusesAfter([]) };
	}
	const now = ports.now();
	const { state: stored } = await readState(place, ports);
	const arrival = { place, config, state: stored, lines: found };
	let state = session === undefined ? stored : withJournal({ ...arrival, session }, now);
	const who = { place, session, requirements: config.requirements };
	const changes = isHere ? await measuresDue(state, who, ports.context) : [];
	state = stateAfter(state, { place, changes }, now);
	return { lines: found, statuses: statusesOf(state, who, now) };
}

/** Where the live sessions are that are not on this branch of this working tree: one that moved is missed here. */
function elsewhereTexts(live: readonly Registered[], { root }: Place, ports: Ports): string[] {
	const others = live.filter(([, { nested }]) => nested !== true);
	return others.slice(0, MAX_ELSEWHERE).map(([key, { branch, cwd }]) => {
		const at = placeIfReadable(cwd, ports.context);
		const tree = at?.mainRoot === undefined ? '' : 'worktree ';
		const where = at === undefined || at.root === root ? '' : `in ${tree}${named(at.root)} `;
		const on = where === '' ? onBranchText(branch) : `(${branchText(branch)})`;
		return `session ${oneLine(key)} is live ${where}${on}`;
	});
}

const MAX_ELSEWHERE = 3;

/** Where nothing is remembered nothing is read, and nothing is said that was not before. */
function comprehensionOf(
	{ place, config }: Project,
	session: Session | undefined,
	ports: Ports,
): Comprehension | undefined {
	if (session === undefined || !remembers(config)) return undefined;
	return readSession(place, session, ports)?.comprehension;
}

function isLive({ uuid, key }: Session, ports: Ports): boolean {
	const live = liveEntries(readRegistry(ports.context), machineOf(ports.context));
	return live.some(([filed, entry]) => entry.uuid === uuid || (uuid === key && filed === key));
}

function recentFaults(lines: readonly FaultLine[], now: number): FaultLine[] {
	const since = new Date(now - RECENT_MS).toISOString();
	return lines.filter(({ at, code }) => code !== 'read' && at >= since).slice(-MAX_FAULTS);
}

/** What the gates depend on beyond the requirements. */
interface Facts extends Pick<Project, 'config' | 'problems'> {
	readonly state: BranchState | undefined;
	/** Why nothing can be stored, or `undefined`. */
	readonly obstacle: Obstacle | undefined;
	/** Which session could be told, whether a hook was seen at work in it, whether its client lives. */
	readonly choice: Choice;
	readonly armed: boolean;
	readonly live: boolean;
}

/**
 * Whether the gates stand, and why they do not, or not fully: one sentence each. Where no session is at work that comes
 * first, else the gravest.
 */
function gatesOf(facts: Facts): Pick<GateStatus, 'gates' | 'reasons'> {
	const { config, problems, state, obstacle } = facts;
	const gates = gatesState(facts);
	const off = optional(offReason(config, { state, problems }));
	const lack = lackOf(config, problems);
	const isUnseen = gates !== 'off' && gates !== 'paused';
	const isWanted = !config.enabled || state?.paused !== undefined;
	return {
		gates,
		reasons: [
			...(isUnseen ? unseen(facts) : []),
			...optional(obstacle && `nothing can be stored: ${obstacleText(obstacle)}`),
			...(isWanted ? [...off, ...lack] : [...lack, ...off]),
			...optional(state?.behind_link && linkedText(state.behind_link)),
			...(gates === 'paused' ? unseen(facts) : []),
		],
	};
}

function gatesState({ config, problems, state, obstacle, ...seen }: Facts): GatesState {
	if (offReason(config, { state: undefined, problems }) !== undefined) return 'off';
	if (state?.paused !== undefined) return 'paused';
	if (!seen.armed) return UNARMED[seen.choice.kind];
	if (!seen.live) return 'over';
	return obstacle === undefined ? 'on' : 'only_warn';
}

/** Where no hook was seen at work, by the session that could be told. */
const UNARMED = { one: 'unseen', several: 'per_session', none: 'no_session' } as const;

/** What of the config does not gate although it is written (D34). */
function lackOf({ leftOut }: Config, problems: readonly Problem[]): string[] {
	const unread = problems.find(({ key }) => key === '');
	const [first, ...others] = leftOut;
	const more = others.length === 0 ? '' : `; and ${others.length} more`;
	const are = `${counted(leftOut.length, 'requirement')} ${leftOut.length === 1 ? 'is' : 'are'}`;
	return [
		...optional(unread && `a config file cannot be read: ${problemText(unread)}`),
		...optional(first && `${are} left out: ${problemText(first)}${more}`),
	];
}

function unseen(seen: Facts): string[] {
	const { choice } = seen;
	if (choice.kind === 'several') {
		const keys = choice.live.map(([key]) => oneLine(key)).join(', ');
		return [`several sessions are live here; name one with --session KEY: ${keys}`];
	}
	if (choice.kind === 'none')
		return ['no session is live here; start claude, and the gates are on'];
	if (!seen.armed) return ['no hook of req was seen at work in this session'];
	return seen.live ? [] : ['the session is over'];
}

function optional(sentence: string | undefined): string[] {
	return sentence === undefined ? [] : [sentence];
}
