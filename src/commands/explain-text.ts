import type {
	ExplainedRefusal,
	ExplainedRequirement,
	Explanation,
} from '../app/commands/explain.ts';
import { named, oneLine, typed } from '../core/text/one-line.ts';
import { paint } from '../core/text/paint.ts';
import { relativeTo } from '../core/text/paths.ts';
import { relativeTime } from '../core/text/phrases.ts';
import type { GateStatus } from '../events/gate-status.ts';
import { gatesLines } from '../events/gate-status.ts';
import { byWhom, effectText, reasonText, traceLines } from '../gate/gate-text.ts';
import { nextStepLines } from '../gate/next-steps.ts';
import type { Status } from '../gate/status.ts';
import { ANY_FILE, triggerText } from '../gate/triggers.ts';
import { onBranchText } from '../git/place.ts';
import { UNKNOWN } from '../shell/call.ts';
import type { ParsedCommand } from '../shell/read-line.ts';
import { shellWord } from '../shell/shell-word.ts';
import type { Deed } from '../state/audit-trail.ts';

/** The refused call, why it was refused then, and what holds now. `now`: milliseconds since the epoch. */
export function refusalText(found: ExplainedRefusal, now: number): string {
	const { refusal, session, checkout, statuses, gates } = found;
	const where = `${onBranchText(refusal.branch)}${checkout === undefined ? '' : ` in ${named(checkout)}`}`;
	const when = `blocked ${relativeTime(refusal.at, now)} ${where}, session ${session?.key ?? 'unknown'}`;
	const tool = oneLine(refusal.tool);
	if (refusal.e === 'protect')
		return `${tool} ${when}: only the user changes or runs ${named(refusal.what)}, whatever is satisfied`;
	const { line, path, names, trace = names } = refusal;
	const file = path === undefined ? '' : ` ${fileText(path)}`;
	const known = statuses.map(({ requirement }): string => requirement.name);
	const gone = names.filter((name) => !known.includes(name));
	const unmet = statuses.filter(({ satisfied }) => !satisfied);
	// A session that is over repeats nothing.
	const repeat = gates.gates === 'over' ? [] : ['Next: repeat the call.'];
	return [
		`${tool}${line === undefined ? file : ` ${typed(line)}`} ${when}`,
		'then:',
		...trace.map((step) => `  ${oneLine(step)}`),
		'now:',
		...statuses.map((status) => `  ${statusText(status, now)}`),
		...gone.map((name) => `  ${oneLine(name)}: no longer in the config`),
		...gatesOf(gates, now),
		...(unmet.length === 0 ? repeat : nextStepLines(unmet, checkout)),
	].join('\n');
}

/** What the gates answer to the call `what` now, in each project that has a say in it. */
export function callText(what: string, found: Explanation, now: number): string {
	const { command, protection, isBlocked, calls, gates } = found;
	const isFree = calls.length === 0 && !isBlocked;
	return [
		...(protection === undefined ? [] : [protection]),
		...(isFree ? [`${what}: allowed, no requirement applies to it`, ...gatesOf(gates, now)] : []),
		...calls.flatMap(({ action, verdict, arms, makesStale, gates: here }) => [
			`${what}: ${DECISIONS[verdict.decision]} ${whereText(here)}`,
			...gatesOf(here, now),
			...row('reads as', readText(command).map(typed)),
			...row('changes', action.edits.map(fileText)),
			...traceLines(verdict.trace, now).map((line) => `  ${line}`),
			...row('arms, if it runs', arms),
			...row('makes stale, if it runs', makesStale),
			...nextStepLines(verdict.unmet),
		]),
	].join('\n');
}

const DECISIONS = { allow: 'allowed', warn: 'allowed with a warning', deny: 'blocked' } as const;

/** The calls of a command line as they are read; `…` is what only the shell knows. */
export function readText(command: ParsedCommand | undefined): string[] {
	const wordText = (word: string) =>
		word.includes(UNKNOWN) ? word.replaceAll(UNKNOWN, '…') : shellWord(word);
	return (command?.calls ?? []).map(({ words }) => words.map(wordText).join(' '));
}

function fileText(path: string): string {
	return path === ANY_FILE ? 'any file' : named(path);
}

/** The status of a requirement with its evidence, and what the config says of it. */
export function requirementText(name: string, found: ExplainedRequirement, now: number): string {
	const { status, problem = 'enabled: false', files, deeds, gates } = found;
	const shownFiles = files.map((file) => named(relativeTo(gates.place.root, file)));
	if (status === undefined)
		return [`${name} does not apply: ${oneLine(problem)}`, ...row('from', shownFiles)].join('\n');
	const { scope, triggers, staleAfter } = status.requirement;
	return [
		`${statusText(status, now)}`,
		`  ${whereText(gates)}`,
		...gatesOf(gates, now),
		`  ${status.satisfied ? 'if unmet, ' : ''}${effectText(status)}`,
		...row('armed by', triggers.map(triggerText)),
		...(status.triggered ? [`  armed ${relativeTime(status.triggeredAt, now)}`] : []),
		...row('stale after', staleAfter.map(triggerText)),
		...row('scope', [scope]),
		...row('from', shownFiles),
		...deeds.slice(0, MAX_DEEDS).map((deed) => `  ${deedText(deed, now)}`),
		...(status.satisfied ? [] : nextStepLines([status])),
	].join('\n');
}

/** `req log` shows them all. */
const MAX_DEEDS = 3;

function deedText({ satisfaction, session, ended }: Deed, now: number): string {
	const who = session === undefined ? '' : `, session ${oneLine(session)}`;
	const by = `satisfied ${relativeTime(satisfaction.satisfied_at, now)} by ${byWhom(satisfaction)}${who}`;
	return ended === undefined ? by : `${by}; ${oneLine(ended.by)} ${relativeTime(ended.at, now)}`;
}

function statusText(status: Status, now: number): string {
	return `${status.requirement.name}: ${reasonText(status, now)}`;
}

function row(title: string, items: readonly string[]): string[] {
	return items.length === 0 ? [] : [`  ${title}: ${items.join(', ')}`];
}

function whereText({ place, session }: GateStatus): string {
	const of = session === undefined ? 'in a new session' : `session ${session.session.key}`;
	return `${onBranchText(place.branch)}, ${of}`;
}

function gatesOf(gates: GateStatus, now: number): string[] {
	return gatesLines(gates, { paint: paint(false), now }).map((line) => `  ${line}`);
}
