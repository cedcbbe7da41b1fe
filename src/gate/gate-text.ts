import { named, oneLine, quoted, typed, typedForm } from '../core/text/one-line.ts';
import { counted, listed } from '../core/text/phrases.ts';
import { branchLabel, NO_GIT, onBranchText } from '../git/place.ts';
import { factOf } from './requirement-types.ts';
import {
	type Bypass,
	carryWay,
	type HeldOn,
	holdsTurn,
	holdsWhat,
	namesIn,
	type Status,
	type WayOut,
	waysOut,
} from './status.ts';

/** The call a gate speaks about. */
interface Held {
	readonly branch: string;
	/** `edit`, `command` or `call`: what waits. */
	readonly what: string;
}

/**
 * Why a call was refused, and the shortest way on. Facts, no orders. The first line names what is unmet:
 * of a refused command the client's terminal shows no other.
 */
export function refusalText(unmet: readonly Status[], held: Held): string {
	const head = blockedText(held.what, unmet, held.branch);
	return [head, ...unmetLines(unmet), ...wayOutLines(unmet)].join('\n');
}

/** The same for a call that goes through all the same: `enforce: warn`, or a state nobody could change. */
export function warningText(
	unmet: readonly Status[],
	held: Held & { readonly why: string },
): string {
	const head = `req: this ${held.what} goes through without ${counted(unmet.length, 'requirement')} ${onBranchText(held.branch)} (${held.why}).`;
	return [head, ...unmetLines(unmet), ...wayOutLines(unmet)].join('\n');
}

/** What the model is told of a run that does not count, and what to run instead; `undefined`: just that was run. */
export function uncountedText(
	names: readonly string[],
	why: string,
	run: string | undefined,
): string {
	const next = run === undefined ? '' : `; run ${typed(run)}`;
	return `req: this run does not count for ${names.join(', ')}: ${why}${next}.`;
}

/** Why the turn does not end yet. */
export function stopText(unmet: readonly Status[], branch: string): string {
	const head = `req: this session's work ${onBranchText(branch)} still waits for ${counted(unmet.length, 'requirement')}.`;
	return [head, ...unmetLines(unmet), ...wayOutLines(unmet)].join('\n');
}

/** Why a task of Claude's list stays open. */
export function taskText(unmet: readonly Status[], branch: string): string {
	const head = blockedText('task', unmet, branch);
	return [head, ...unmetLines(unmet), ...wayOutLines(unmet)].join('\n');
}

function blockedText(what: string, unmet: readonly Status[], branch: string): string {
	const where = branch === NO_GIT ? branchLabel(branch) : `on ${branchLabel(branch)}`;
	const are = unmet.length === 1 ? 'is' : 'are';
	return `req: ${what} blocked ${where}: ${listed(namesIn(unmet))} ${are} unmet.`;
}

/** What the user is told when a turn ends all the same: one line. */
export function endedText(unmet: readonly Status[]): string {
	const names = namesIn(unmet);
	const step = unmet.length === 1 ? firstStep(unmet) : 'see `/req:status`';
	return `req: this turn ended with ${listed(names)} unmet${step === undefined ? '' : ` (${step})`}`;
}

/**
 * One line per unmet requirement: its name, why it is not satisfied, the team's own words, and what else waits for it
 * than the call or the stop that this is said at.
 */
export function unmetLines(unmet: readonly Status[]): string[] {
	return unmet.map((status) => {
		const { name, enforce } = status.requirement;
		const isMore = enforce === 'deny' && holdsTurn(status);
		const all = isMore ? ` It ${oneLine(holdsWhat(status))}.` : '';
		return `- ${name}: ${whyUnmet(status)}${all}`;
	});
}

/** Why a requirement is not satisfied, and what the team says about it. */
export function whyUnmet(status: Status): string {
	const { message } = status.requirement;
	const { uncounted: run, bypass } = status;
	const why = [
		reasonText(status),
		...(run === undefined ? [] : [`The last run does not count: ${oneLine(run)}`]),
		...(bypass === undefined ? [] : [bypassText(bypass)]),
	].join('. ');
	return message === undefined ? `${why}.` : `${why}. ${quoted(message)}`;
}

/** What calls of this session changed past a requirement. */
function bypassText({ paths }: Pick<Bypass, 'paths'>): string {
	const files = paths.length === 0 ? '' : `: ${listed(paths.map(named))} changed`;
	return `A call got round it${files}`;
}

function reasonText(status: Status): string {
	const { reason, satisfaction, requirement, lines, heldOn } = status;
	switch (reason) {
		case 'expired':
			return `expired at ${oneLine(satisfaction?.expires_at ?? '')}`;
		case 'stale':
			return `stale: files changed after it was satisfied at ${oneLine(satisfaction?.satisfied_at ?? '')}`;
		case 'left':
			return `satisfied at ${oneLine(satisfaction?.satisfied_at ?? '')} on commit ${oneLine(satisfaction?.tip?.commit.slice(0, 10) ?? '')}, but the name of this branch stands for other work now`;
		case 'satisfied':
		case 'approved':
		case 'does_not_apply':
			return 'satisfied';
		case 'used':
			return 'used up by an earlier call';
		case 'linked':
			return 'the folder of its state, or a folder in it, is a link, which req does not follow';
		case 'never_satisfied':
			if (heldOn !== undefined) return `not satisfied on this branch; ${heldOnText(heldOn)}`;
			return requirement.scope === 'branch' || requirement.scope === 'permanent'
				? 'not satisfied on this branch'
				: 'not satisfied in this session';
		default:
			return factOf(requirement)?.unmet(requirement, { lines, named }) ?? '';
	}
}

/** Where a session has satisfied what it has not satisfied here. */
export function heldOnText({ branch, ago }: HeldOn): string {
	return `this session satisfied it ${onBranchText(branch)} ${ago}`;
}

/** What the ways out of a requirement depend on. */
type Lacking = Pick<Status, 'requirement' | 'reason' | 'heldOn'>;

/**
 * The ways out, the one that satisfies most first, each named once. What the
 * user alone may do comes last and says so.
 */
export function wayOutLines(all: readonly Lacking[]): string[] {
	const has = (wanted: Status['reason']) => all.some(({ reason }) => reason === wanted);
	const unmet = all.filter(({ reason }) => reason !== 'linked');
	const offers = offersOf(unmet);
	const own = offers.filter(({ way }) => way.kind !== 'user');
	const lines = grouped(own).map(
		({ ways, names }) => `${sentenceOf(ways)} ${satisfies(names, unmet)}`,
	);
	const first = new Set(
		unmet.flatMap(({ requirement, reason }) => {
			const fact = factOf(requirement);
			return fact?.reason === reason ? (fact.first ?? []) : [];
		}),
	);
	return [
		...(has('linked') ? [UNLINK_FIRST] : []),
		...first,
		...lines,
		...carryLines(unmet),
		...userLines(offers.filter(({ way }) => way.kind === 'user')),
	];
}

/** What the user can do about the first of them, in a few words; `undefined` where nothing is offered. */
function firstStep([first]: readonly Status[]): string | undefined {
	if (first?.reason === 'linked') return 'remove the link that `req doctor` names';
	const [way] = first === undefined ? [] : waysOut(first.requirement);
	switch (way?.kind) {
		case 'command':
			return `run ${typed(typedForm(way.text))}`;
		case 'skill':
			return typed(way.text);
		case 'plan':
			return 'approve a plan';
		case 'user':
			return typed(typedForm(way.text));
		case undefined:
			return undefined;
	}
}

const UNLINK_FIRST = 'Only the user can fix that: remove the link that `req doctor` names.';

interface Offer {
	readonly way: WayOut;
	readonly names: readonly string[];
}

function offersOf(unmet: readonly Lacking[]): Offer[] {
	const byText = new Map<string, { way: WayOut; names: string[] }>();
	for (const { requirement } of unmet) {
		for (const way of waysOut(requirement)) {
			const key = `${way.kind} ${way.text} ${way.ends}`;
			const offer = byText.get(key) ?? { way, names: [] };
			offer.names.push(requirement.name);
			byText.set(key, offer);
		}
	}
	return [...byText.values()].sort((a, b) => b.names.length - a.names.length);
}

/** Ways of one kind that satisfy the same requirements share a line. */
function grouped(offers: readonly Offer[]): { ways: WayOut[]; names: readonly string[] }[] {
	const groups = new Map<string, { ways: WayOut[]; names: readonly string[] }>();
	for (const { way, names } of offers) {
		const key = `${way.kind} ${way.ends !== undefined} ${names.join(' ')}`;
		const group = groups.get(key) ?? { ways: [], names };
		group.ways.push(way);
		groups.set(key, group);
	}
	return [...groups.values()];
}

function sentenceOf(ways: readonly WayOut[]): string {
	const alternatives = ways.map(wayText).join(' or ');
	if (ways[0]?.kind === 'plan') return 'An approved plan';
	return ways[0]?.kind === 'command' ? `A successful ${alternatives}` : alternatives;
}

/** A skill that counts only when its last step has run is named with that step. */
function wayText({ kind, text, ends }: WayOut): string {
	if (ends !== undefined) return `${text}, then its last step ${typed(ends)},`;
	return kind === 'command' ? typed(text) : text;
}

function satisfies(names: readonly string[], unmet: readonly Lacking[]): string {
	if (unmet.length === 1) return 'satisfies it.';
	if (names.length === unmet.length)
		return names.length === 2 ? 'satisfies both.' : 'satisfies all.';
	return `satisfies ${names.join(', ')}.`;
}

function userLines(offers: readonly Offer[]): string[] {
	if (offers.length === 0) return [];
	const commands = merged(offers.map(({ way }) => way.text));
	const here = commands.map((text) => typed(typedForm(text))).join(', ');
	const terminal = commands.map(typed).join(', ');
	return [
		`Only the user can satisfy it manually: ${here} typed here, or ${terminal} in a terminal.`,
	];
}

/** What the session has satisfied on another branch: only the user takes it over (D1). */
function carryLines(unmet: readonly Lacking[]): string[] {
	const held = unmet.filter((status) => carryWay(status).length > 0);
	const names = namesIn(held);
	if (names.length === 0) return [];
	const command = `req satisfy ${names.join(' ')} --carry`;
	return [
		`The user can take over what was satisfied there: ${typed(typedForm(command))} typed here, or ${typed(command)} in a terminal.`,
	];
}

/** `req satisfy a` and `req satisfy b` are one command. */
function merged(commands: readonly string[]): string[] {
	const prefix = 'req satisfy ';
	const names = commands
		.filter((text) => text.startsWith(prefix))
		.map((text) => text.slice(prefix.length));
	const others = commands.filter((text) => !text.startsWith(prefix));
	return names.length === 0 ? others : [prefix + names.join(' '), ...others];
}
