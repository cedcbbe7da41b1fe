import type { Status } from '../../app/commands/status.ts';
import { TRUST } from '../../core/branch-state/trust.ts';
import { heldOnText } from '../../core/gate/unmet-text.ts';
import { afterGates, GATES } from '../../core/inject/gates-text.ts';
import { problemText } from '../../core/inject/notices.ts';
import { branchText } from '../../core/place/branch-text.ts';
import { holdsWhat } from '../../core/requirement/holds-what.ts';
import type { Standing } from '../../core/requirement/standing.ts';
import { carryWay, waysOut } from '../../core/requirement/ways-out.ts';
import { factOf } from '../../core/requirement-type/type-table.ts';
import { counted } from '../../core/text/counted.ts';
import { named, oneLine, quoted, typed } from '../../core/text/one-line.ts';
import { relativeTime } from '../../core/text/relative-time.ts';
import { byWhom } from './by-whom.ts';
import type { Paint } from './paint.ts';
import { withLocalTimes } from './time.ts';

/** What the text is made with. `now`: milliseconds since the epoch. */
export interface Rendering {
	readonly paint: Paint;
	readonly now: number;
}

/** Where the gates stand, what is unmet first, each with its way out (S4-041). */
export function statusText(status: Status, { paint, now }: Rendering): string {
	const unmet = status.standings.filter(({ satisfied }) => !satisfied);
	const met = status.standings.filter(({ satisfied }) => satisfied);
	const width = Math.max(0, ...status.standings.map(({ requirement }) => requirement.name.length));
	const row = (standing: Standing) => requirementLines(standing, { paint, now, width, status });
	return [
		`${paint.bold(branchText(status.place.branch))}, ${sessionText(status)}`,
		...gatesLines(status, paint, now),
		...section('', [...unmet, ...met].flatMap(row)),
		...section(
			'config problems:',
			status.problems.map((one) => paint.yellow(problemText(one))),
		),
		...section('comprehension:', comprehensionLines(status, paint)),
		...section('the next session of this branch:', waitingLines(status, now)),
		...section(
			'faults of the last 7 days:',
			status.faults.map((one) => faultLine(one, now)),
		),
	].join('\n');
}

function sessionText({ session }: Status): string {
	if (session === undefined) return 'no session';
	return `session ${oneLine(session.session.key)}${session.live ? '' : ' (not running)'}`;
}

/** How they stand with the first reason against it on one line, the others below. */
function gatesLines({ gates, reasons }: Status, paint: Paint, now: number): string[] {
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

/** A word that the session owes (P3-4). */
function comprehensionLines({ comprehension, session }: Status, paint: Paint): string[] {
	if (comprehension === undefined || !comprehension.required || comprehension.present) return [];
	const what = `session ${session?.session.key} has not said what it understood of what it inherited`;
	const warning = comprehension.warning === null ? '' : `: ${oneLine(comprehension.warning)}`;
	return [paint.yellow(`${what}${warning}`), '→ req inherit ack "…"'];
}

/** What somebody left for it. */
function waitingLines({ waiting }: Status, now: number): string[] {
	if (waiting === undefined) return [];
	const { ref, by, at } = waiting;
	return [
		`inherits from ${named(ref)}, armed by ${oneLine(by)} ${relativeTime(at, now)}`,
		'→ req session preview, or req inherit --cancel',
	];
}

function requirementLines(
	standing: Standing,
	{ paint, now, width, status }: Rendering & { readonly width: number; readonly status: Status },
): string[] {
	const { requirement, satisfied } = standing;
	const mark = satisfied ? paint.green('✓') : paint.red('✗');
	const line = `${mark} ${requirement.name.padEnd(width)}  ${standingText(standing, now)}`;
	if (satisfied) return [line];
	const { message } = requirement;
	return [
		line,
		...(message === undefined ? [] : [`    ${paint.dim(quoted(message))}`]),
		...wayLines(standing, status).map((way) => `    → ${way}`),
	];
}

function standingText(standing: Standing, now: number): string {
	const { triggered, satisfied, uncheckedAt } = standing;
	const notes = [
		reasonText(standing, now),
		...(triggered && !satisfied ? ['work was done'] : []),
		...(uncheckedAt === undefined
			? []
			: [`a call ran unchecked ${relativeTime(uncheckedAt, now)}`]),
		...(satisfied ? [] : [oneLine(holdsWhat(standing))]),
	];
	return notes.join(', ');
}

function reasonText(standing: Standing, now: number): string {
	const { reason, satisfaction, requirement, lines, heldOn } = standing;
	switch (reason) {
		case 'satisfied':
		case 'approved':
			return `${byText(standing)} ${relativeTime(satisfaction?.satisfied_at, now)}${endText(standing, now)}`;
		case 'does_not_apply':
			return lines === undefined
				? 'does not apply here'
				: `${counted(lines, 'changed line')}, within the limit`;
		case 'never_satisfied':
			return heldOn === undefined ? 'not satisfied' : `not satisfied, ${heldOnText(heldOn)}`;
		case 'expired':
			return `expired ${relativeTime(satisfaction?.expires_at, now)}`;
		case 'stale':
			return `stale: changed ${relativeTime(satisfaction?.stale_since, now)}`;
		case 'left':
			return `satisfied ${relativeTime(satisfaction?.satisfied_at, now)} for other work under this branch name`;
		case 'linked':
			return 'not counted: the folder of its state is a link';
		case 'untrusted':
			return `not counted: the state was changed or copied by something other than req; ${typed(TRUST)}`;
		case 'used':
			return 'used up by an earlier call';
		default:
			return factOf(requirement)?.inStatus(requirement, counted(lines ?? 0, 'changed line')) ?? '';
	}
}

function byText({ satisfaction = {}, reason }: Standing): string {
	if (reason !== 'approved') {
		const carried = satisfaction.satisfied_by === 'carried';
		return `${carried ? '' : 'by '}${byWhom(satisfaction)}`;
	}
	const who = satisfaction.metadata?.['approved_by'];
	return `approved by ${typeof who === 'string' ? oneLine(who) : 'the user'}`;
}

function endText({ satisfaction }: Standing, now: number): string {
	const end = satisfaction?.expires_at;
	return end === undefined ? '' : `, ends ${relativeTime(end, now)}`;
}

/** What is done by the model on one line, what only the user can do on the next. */
function wayLines(standing: Standing, { isWithoutSession }: Status): string[] {
	const { requirement } = standing;
	const ways = [...waysOut(requirement), ...carryWay(standing)];
	const own = ways
		.filter(({ kind }) => kind !== 'user')
		.map(({ text, ends }) => (ends === undefined ? text : `${text}, then ${ends}`));
	const isOfSession = factOf(requirement) !== undefined || requirement.scope === 'session';
	const when = isWithoutSession && isOfSession ? ', once claude runs here' : '';
	const user = ways.filter(({ kind }) => kind === 'user').map(({ text }) => text);
	return [
		...(own.length === 0 ? [] : [own.join(' or ')]),
		...(user.length === 0 ? [] : [`the user${when}: ${user.join(' or ')}`]),
	];
}

function faultLine({ at, code, message, hint }: Status['faults'][number], now: number): string {
	const help = hint === undefined ? '' : ` (${oneLine(hint)})`;
	return `${relativeTime(at, now)}, ${oneLine(code)}: ${oneLine(message)}${help}`;
}
