import type { Standing } from '../requirement/standing.ts';
import { type WayOut, waysOut } from '../requirement/ways-out.ts';
import { named, oneLine, quoted, typed } from '../text/one-line.ts';
import { typedForm } from '../text/typed-form.ts';

/** One line per unmet requirement: its name, why it is not satisfied, the team's own words. */
export function unmetLines(unmet: readonly Standing[]): string[] {
	return unmet.map((standing) => `- ${standing.requirement.name}: ${whyUnmet(standing)}`);
}

/** Why a requirement is not satisfied, and what the team says about it. */
export function whyUnmet(standing: Standing): string {
	const { message } = standing.requirement;
	const run = standing.uncounted;
	const why = [
		reasonText(standing),
		...(run === undefined ? [] : [`The last run does not count: ${oneLine(run)}`]),
	].join('. ');
	return message === undefined ? `${why}.` : `${why}. ${quoted(message)}`;
}

function reasonText({ reason, satisfaction, requirement, lines }: Standing): string {
	switch (reason) {
		case 'expired':
			return `expired at ${oneLine(satisfaction?.expires_at ?? '')}`;
		case 'stale':
			return `stale: files changed after it was satisfied at ${oneLine(satisfaction?.satisfied_at ?? '')}`;
		case 'protected':
			return `this branch is protected (${requirement.branches.map(named).join(', ')})`;
		case 'over_limit':
			return `${lines} changed lines on this branch, the limit is ${requirement.block}`;
		case 'satisfied':
		case 'approved':
		case 'does_not_apply':
			return 'satisfied';
		case 'used':
			return 'used up by an earlier call';
		case 'never_satisfied':
			return requirement.scope === 'branch' || requirement.scope === 'permanent'
				? 'not satisfied on this branch'
				: 'not satisfied in this session';
	}
}

/**
 * The ways out, the one that satisfies most first, each named once (behaviours 1 and 2). What the
 * user alone may do comes last and says so.
 */
export function wayOutLines(unmet: readonly Standing[]): string[] {
	const offers = offersOf(unmet);
	const own = offers.filter(({ way }) => way.kind !== 'user');
	const lines = grouped(own).map(
		({ ways, names }) => `${sentenceOf(ways)} ${satisfies(names, unmet)}${endsOf(ways)}`,
	);
	const guard = unmet.some(({ reason }) => reason === 'protected');
	return [
		...lines,
		...(guard ? ['Work on another branch is not held: `git switch -c NAME`.'] : []),
		...userLines(offers.filter(({ way }) => way.kind === 'user')),
	];
}

interface Offer {
	readonly way: WayOut;
	readonly names: readonly string[];
}

function offersOf(unmet: readonly Standing[]): Offer[] {
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
	const texts = ways.map(({ kind, text }) => (kind === 'command' ? typed(text) : text));
	const alternatives = texts.join(' or ');
	if (ways[0]?.kind === 'plan') return 'An approved plan';
	return ways[0]?.kind === 'command' ? `A successful ${alternatives}` : alternatives;
}

/** The last step of skills that count only when it has run. */
function endsOf(ways: readonly WayOut[]): string {
	const ends = ways.flatMap((way) => (way.ends === undefined ? [] : [typed(way.ends)]));
	return ends.length === 0 ? '' : ` It counts when its last step has run: ${ends.join(' or ')}.`;
}

function satisfies(names: readonly string[], unmet: readonly Standing[]): string {
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
	return [`By hand only the user can: ${here} typed here, or ${terminal} in a terminal.`];
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
