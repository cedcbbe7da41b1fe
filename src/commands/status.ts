import { projectOfCommand } from '../app/commands/project.ts';
import {
	type Comprehension,
	type GateStatus,
	readGateStatus,
	type StatusRequest,
} from '../app/commands/status.ts';
import { withLocalTimes } from '../app/local-time.ts';
import type { CommandPorts } from '../app/ports.ts';
import { problemText } from '../config/config.ts';
import { Fault } from '../core/fault/fault.ts';
import { afterGates, GATES } from '../core/inject/status-text.ts';
import { named, oneLine, quoted } from '../core/text/one-line.ts';
import type { Paint } from '../core/text/paint.ts';
import { listed, relativeTime } from '../core/text/phrases.ts';
import { readState } from '../events/stored-state.ts';
import { effectText, reasonText } from '../gate/gate-text.ts';
import { nextSteps } from '../gate/next-steps.ts';
import { factOf } from '../gate/requirement-types.ts';
import { type Bypass, isAtRest, type Status } from '../gate/status.ts';
import { livingBranches } from '../git/branches.ts';
import { branchText, type Place } from '../git/place.ts';
import { readInstallation } from '../setup/installation.ts';
import { type ArmedInherit, isRootScope } from '../state/branch-state.ts';
import { callerAt, command, JSON_SHOWN, SESSION } from './command.ts';
import { paintOn } from './paint.ts';

/** `req status`: never anything but 0 once it can tell the place (D37). */
export const status = command({
	about:
		'Shows what is required on this branch, what is satisfied, and the ways out; whether the gates are on, and if not, why.',
	options: {
		...SESSION,
		'--branch <branch>': 'another branch than the one checked out',
		...JSON_SHOWN,
	},
	examples: ['req status', 'req status --branch main --json'],
	run: async ({ session, branch }, ports) => {
		const asked = { caller: callerAt(ports, session), branch, isAtWork: false };
		const found = await statusHere(asked, ports);
		return {
			text: () => gateStatusText(found, { paint: paintOn(ports.context), now: ports.now() }),
			json: () => statusJson(found),
		};
	},
});
/**
 * Reads and judges, changes nothing.
 *
 * @throws Fault `usage`, `unknown_name` where there is no such branch and nothing is kept of one
 */
async function statusHere(request: StatusRequest, ports: CommandPorts): Promise<GateStatus> {
	const found = await readGateStatus(request, ports);
	await refuseNoBranch(request, found.place, ports);
	const isUnseen = ['unseen', 'no_session'].includes(found.gates);
	const isSeen = !isUnseen || found.session?.live === true || found.elsewhere.length > 0;
	const why = isSeen ? undefined : whyNotInstalled(found.place, ports);
	if (why === undefined) return found;
	const reasons = [
		`not installed here: ${why}; \`req doctor\` says more`,
		...found.reasons.slice(1),
	];
	return { ...found, gates: 'not_installed', reasons };
}

/** Why no settings bring the hooks here, if so. A session with --plugin-dir is told by being live. */
function whyNotInstalled(place: Place, ports: CommandPorts): string | undefined {
	const { plugins, wired } = readInstallation([place.root], ports.context);
	const isThere = plugins.some(({ status }) => status === 'on' || status === 'unbuilt');
	if (isThere || wired.length > 0) return undefined;
	const missing = plugins.find(({ status, root }) => status === 'missing' && root !== undefined);
	if (missing === undefined) return 'no settings of Claude Code switch the plugin req on';
	return `the plugin is no longer in ${oneLine(missing.root ?? '')}`;
}

/** What is kept of a branch that is gone can be asked for; a branch that never was is a slip. */
async function refuseNoBranch(
	{ branch: asked, caller }: StatusRequest,
	place: Place,
	ports: CommandPorts,
): Promise<void> {
	if (asked === undefined) return;
	if (livingBranches(place, ports.context)?.has(place.branch)) return;
	const { state } = await readState(place, ports);
	if (state !== undefined) return;
	// A branch without a commit is checked out, and git lists none.
	if ((await projectOfCommand(caller.cwd, ports)).place.branch === place.branch) return;
	throw new Fault('unknown_name', `there is no branch ${named(place.branch)}`, {
		hint: '`git branch` lists those there are',
	});
}

/** What the text is made with. `now`: milliseconds since the epoch. */
interface Rendering {
	readonly paint: Paint;
	readonly now: number;
}

/** Where the gates stand, what is unmet first, each with its way out. */
export function gateStatusText(found: GateStatus, { paint, now }: Rendering): string {
	const unmet = found.statuses.filter(({ satisfied }) => !satisfied);
	const met = found.statuses.filter(({ satisfied }) => satisfied);
	const width = Math.max(0, ...found.statuses.map(({ requirement }) => requirement.name.length));
	const row = (status: Status) => requirementLines(status, { paint, now, width, found });
	return [
		`${paint.bold(branchText(found.place.branch))}, ${sessionText(found)}`,
		...gatesLines(found, paint, now),
		...section('', [...unmet, ...met].flatMap(row)),
		...section(
			'config problems:',
			found.problems.map((one) => paint.yellow(problemText(one))),
		),
		...section('comprehension:', comprehensionLines(found, paint)),
		...section('the next session of this branch:', waitingLines(found, now)),
		...section(
			'faults of the last 7 days:',
			found.faults.map((one) => faultLine(one, now)),
		),
	].join('\n');
}

/** Whose gates are shown, and by which config where that is not plain. */
function sessionText({ session, choice, elsewhere, isHere }: GateStatus): string {
	const config = isHere ? '' : 'by the config checked out here, ';
	if (session !== undefined) {
		const over = session.live ? '' : ' (not running)';
		return `${config}session ${oneLine(session.session.key)}${over}`;
	}
	if (choice === 'several') return `${config}several sessions`;
	return `${config}no session${isHere && elsewhere.length > 0 ? ' here' : ''}`;
}

/** How they stand with the first reason against it on one line, the others below. */
export function gatesLines({ gates, reasons }: GateStatus, paint: Paint, now: number): string[] {
	const [first, ...others] = reasons.map((reason) => oneLine(withLocalTimes(reason, now)));
	const state = GATES[gates];
	const isOpen = gates === 'per_session' || gates === 'no_session';
	const word = gates === 'on' && first === undefined ? paint.green(state) : paint.yellow(state);
	return [
		`gates: ${isOpen ? state : word}${afterGates(gates, first)}`,
		...others.map((reason) => `  ${reason}`),
	];
}

function section(title: string, lines: readonly string[]): string[] {
	if (lines.length === 0) return [];
	return ['', ...(title === '' ? [] : [title]), ...lines.map((line) => `  ${line}`)];
}

/** A word that the session owes. */
function comprehensionLines({ comprehension, session }: GateStatus, paint: Paint): string[] {
	if (comprehension === undefined || !comprehension.required || comprehension.present) return [];
	const what = `session ${session?.session.key} has not said what it understood of what it inherited`;
	const warning = comprehension.warning === null ? '' : `: ${oneLine(comprehension.warning)}`;
	return [paint.yellow(`${what}${warning}`), '→ req inherit ack "…"'];
}

/** What somebody left for it. */
function waitingLines({ waiting }: GateStatus, now: number): string[] {
	if (waiting === undefined) return [];
	const { ref, by, at } = waiting;
	return [
		`inherits from ${named(ref)}, armed by ${oneLine(by)} ${relativeTime(at, now)}`,
		'→ req session preview, or req inherit --cancel',
	];
}

function requirementLines(
	status: Status,
	{ paint, now, width, found }: Rendering & { readonly width: number; readonly found: GateStatus },
): string[] {
	const { requirement, satisfied } = status;
	const line = `${markOf(status, paint)} ${requirement.name.padEnd(width)}  ${statusText(status, now, found)}`;
	if (satisfied) return [line];
	const { message } = requirement;
	return [
		line,
		...(message === undefined ? [] : [`    ${paint.dim(quoted(message))}`]),
		...(found.obstacle === undefined ? wayLines(status, found) : []).map((way) => `    → ${way}`),
	];
}

/** Neutral if it was consumed and no work since needs it again. */
function markOf(status: Status, paint: Paint): string {
	if (status.satisfied) return paint.green('✓');
	return isAtRest(status) ? paint.dim('○') : paint.red('✗');
}

function statusText(status: Status, now: number, { obstacle }: GateStatus): string {
	const { triggered, satisfied, bypass, uncounted } = status;
	const notes = [
		reasonText(status, now),
		...(uncounted === undefined ? [] : [`the last run does not count: ${oneLine(uncounted)}`]),
		...(triggered && !satisfied ? ['work was done'] : []),
		...(bypass === undefined
			? []
			: [`bypassed ${relativeTime(bypass.at, now)}${changedIn(bypass)}`]),
		...(satisfied || obstacle !== undefined ? [] : [oneLine(effectText(status))]),
	];
	return notes.join(', ');
}

function changedIn({ paths }: Bypass): string {
	return paths.length === 0 ? '' : ` (${listed(paths.map(named))} changed)`;
}

/** One way on each line: first what is done by the model, then what only the user can do. */
function wayLines(status: Status, { choice, elsewhere, gates }: GateStatus): string[] {
	const { requirement } = status;
	const ways = nextSteps(status);
	const own = ways
		.filter(({ kind }) => kind !== 'user')
		.map(({ text, ends }) => (ends === undefined ? text : `${text}, then ${ends}`));
	const isOfSession = factOf(requirement) !== undefined || !isRootScope(requirement.scope);
	const isAwaited = choice === 'none' && elsewhere.length === 0 && gates !== 'off';
	const when = isAwaited && isOfSession ? ', once claude runs here' : '';
	const user = ways.filter(({ kind }) => kind === 'user').map(({ text }) => text);
	return [...own, ...user.map((way) => `the user${when}: ${way}`)];
}

function faultLine({ at, code, message, hint }: GateStatus['faults'][number], now: number): string {
	const help = hint === undefined ? '' : ` (${oneLine(hint)})`;
	return `${relativeTime(at, now)}, ${oneLine(code)}: ${oneLine(message)}${help}`;
}

/** The fixed keys of `req status --json`; absent values are null (D37), a word that nobody asked for is not there. */
function statusJson(found: GateStatus): object {
	const { place, session: seen, comprehension, waiting } = found;
	const { armed, paused, reasons } = found;
	return {
		project: { root: place.root, branch: place.branch, state_file: found.stateFile },
		session: seen ? { key: seen.session.key, uuid: seen.session.uuid, live: seen.live } : null,
		gates: { armed, paused, reasons },
		faults: found.faults.map(({ at, code, where, message, hint = null }) => {
			return { at, code, where, message, hint };
		}),
		problems: found.problems.map(({ file, line = null, key, message }) => {
			return { file, line, key, message };
		}),
		requirements: found.statuses.map(requirementJson),
		...(comprehension && { comprehension: comprehensionJson(comprehension) }),
		...(waiting && { armed_inherit: armedJson(waiting) }),
	};
}

function comprehensionJson({ required, present, warning, at }: Comprehension): object {
	return { required, present, warning, at };
}

function armedJson({ from, ref, select, required, at, by }: ArmedInherit): object {
	return { from_uuid: from, ref, select, required, at, by };
}

function requirementJson(status: Status): object {
	const { requirement, satisfied, triggered, satisfaction = {}, reason, satisfiedOn } = status;
	const { name, type, scope, enforce, holdsStop: hold_stop, message = null } = requirement;
	const { satisfied_by = null, satisfied_at = null } = satisfaction;
	const { expires_at = null, metadata = null } = satisfaction;
	return {
		...{ name, type, scope, enforce, hold_stop, message },
		...{ satisfied, reason, triggered, triggered_at: status.triggeredAt ?? null },
		...(status.bypass === undefined ? {} : { bypassed_at: status.bypass.at }),
		...{ satisfied_by, satisfied_at, expires_at, stale: reason === 'stale', metadata },
		lines: status.lines ?? null,
		resolve: nextSteps(status),
		...(satisfiedOn && { held_on: { branch: satisfiedOn.branch, satisfied_at: satisfiedOn.at } }),
	};
}
