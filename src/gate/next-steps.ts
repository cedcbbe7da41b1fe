import type { Requirement } from '../config/config.ts';
import { Fault } from '../core/fault/fault.ts';
import { typed, typedForm } from '../core/text/one-line.ts';
import { factOf } from './requirement-types.ts';
import type { Status } from './status.ts';

/** One legal step that satisfies a requirement; `text` is what to type or run. */
export interface NextStep {
	readonly kind: 'skill' | 'plan' | 'command' | 'user';
	readonly text: string;
	/** A skill that counts only when its last step has run, which is this. */
	readonly ends?: string;
}

/** What the steps of a requirement depend on. */
type Unmet = Pick<Status, 'requirement' | 'heldOn'> & Partial<Pick<Status, 'reason'>>;

/** Everything that satisfies a requirement, what the model can do by itself first. */
export function nextSteps({ requirement, heldOn }: Unmet): NextStep[] {
	const { name, skills, satisfyOn, plan, commands, manual } = requirement;
	if (factOf(requirement) !== undefined)
		return [{ kind: 'user', text: `req approve ${name} --ttl 1h` }];
	const steps: NextStep[] = skills.map((skill) => {
		const step = { kind: 'skill', text: `/${skill}` } as const;
		return satisfyOn === 'load' ? step : { ...step, ends: `req done ${skill} --evidence TEXT` };
	});
	if (plan) steps.push({ kind: 'plan', text: 'an approved plan' });
	for (const { run } of commands) steps.push({ kind: 'command', text: run });
	if (manual === 'never') return steps;
	// D36: what only the user may do is never offered to the model as its own step.
	steps.push({ kind: manual === 'user' ? 'user' : 'command', text: `req satisfy ${name}` });
	// What the session satisfied on another branch it need not do again: only the user says so (D1).
	if (heldOn !== undefined) steps.push({ kind: 'user', text: `req satisfy ${name} --carry` });
	return steps;
}

/**
 * The next steps in sentences, the one that satisfies most first, each named once. What only the user may do comes last.
 *
 * @param checkout the working tree in which commands have to run, if it is not where the session started
 */
export function nextStepLines(all: readonly Unmet[], checkout?: string): string[] {
	const unmet = all.filter(({ reason }) => reason !== 'linked');
	const offers = offersOf(unmet);
	const own = offers.filter(({ step }) => step.kind !== 'user');
	const first = unmet.flatMap(({ requirement, reason }) => {
		const fact = factOf(requirement);
		return fact?.reason === reason ? (fact?.first ?? []) : [];
	});
	const sentences = new Map<string, Offer[]>();
	for (const offer of own) {
		const names = offer.names.join(', ');
		sentences.set(names, [...(sentences.get(names) ?? []), offer]);
	}
	return [
		...(unmet.length < all.length ? [UNLINK] : []),
		...new Set(first),
		...[...sentences].map(([names, same]) => {
			const steps = same.map(({ step }) => stepText(step, checkout)).join(' or ');
			return `${steps} satisfies ${unmet.length === 1 ? 'it' : whichText(names, same, unmet)}.`;
		}),
		...userLines(offers.flatMap(({ step }) => (step.kind === 'user' ? [step.text] : []))),
	];
}

const UNLINK = 'Only the user can fix that: remove the link that `req doctor` names.';

interface Offer {
	readonly step: NextStep;
	readonly names: readonly string[];
}

function offersOf(unmet: readonly Unmet[]): Offer[] {
	const offers = new Map<string, { step: NextStep; names: string[] }>();
	for (const one of unmet) {
		for (const step of nextSteps(one)) {
			const key = `${step.kind} ${step.text} ${step.ends}`;
			const offer = offers.get(key) ?? { step, names: [] };
			offer.names.push(one.requirement.name);
			offers.set(key, offer);
		}
	}
	return [...offers.values()].sort((a, b) => b.names.length - a.names.length);
}

/** A skill that counts only when its last step has run is named with that step. */
function stepText({ kind, text, ends }: NextStep, checkout: string | undefined): string {
	const run = (line: string) => typed(checkout === undefined ? line : `cd ${checkout} && ${line}`);
	// A skill counts where the session is; its last step counts where it runs.
	const isElsewhere = kind === 'skill' && checkout !== undefined;
	const end = ends ?? (isElsewhere ? `req done ${text.slice(1)}` : undefined);
	if (end !== undefined) return `${text}, then ${run(end)},`;
	return kind === 'command' ? run(text) : text;
}

function whichText(names: string, [first]: readonly Offer[], unmet: readonly Unmet[]): string {
	if (first?.names.length !== unmet.length) return names;
	return unmet.length === 2 ? 'both' : 'all';
}

function userLines(commands: readonly string[]): string[] {
	if (commands.length === 0) return [];
	const carry = commands.filter((text) => text.endsWith(' --carry'));
	// What was done before is carried over rather than satisfied once more.
	const asked = carry.length > 0 ? carry : commands;
	const shown = mergeCommands(asked);
	const lines = shown.map((text) => typed(typedForm(text))).join(', ');
	const are = asked.length === 1 ? 'it' : 'them';
	if (carry.length > 0) return [`Only the user can carry ${are} over: ${lines}.`];
	const isManual = shown.some((text) => text.startsWith(SATISFY));
	return [
		`Only the user can ${isManual ? `satisfy ${are} manually` : `override ${are}`}: ${lines}.`,
	];
}

const SATISFY = 'req satisfy ';

/** `req satisfy a` and `req satisfy b` are one command, and so are those with `--carry`. */
function mergeCommands(commands: readonly string[]): string[] {
	const names = commands.flatMap((text) => (text.startsWith(SATISFY) ? [text.split(' ')[2]] : []));
	const others = commands.filter((text) => !text.startsWith(SATISFY));
	const carry = commands.some((text) => text.endsWith(' --carry')) ? ' --carry' : '';
	return names.length === 0 ? others : [`${SATISFY}${names.join(' ')}${carry}`, ...others];
}

/** The first step for the user, in a few words; `undefined` if nothing is offered. */
export function firstStepText({ requirement, reason }: Status): string | undefined {
	if (reason === 'linked') return 'remove the link that `req doctor` names';
	const [step] = nextSteps({ requirement });
	if (step?.kind === 'plan') return 'approve a plan';
	if (step === undefined) return undefined;
	return step.kind === 'command'
		? `run ${typed(typedForm(step.text))}`
		: typed(typedForm(step.text));
}

/** Why a requirement may not be satisfied manually, and what satisfies it instead; `undefined`: it may be (D36). */
export function refuseManual(requirement: Requirement, isModel: boolean): Fault | undefined {
	const { name, manual } = requirement;
	const refuse = (message: string, steps: readonly string[]) =>
		new Fault('refused', message, { hint: steps.join('\n') || 'nothing else satisfies it' });
	const steps = nextStepLines([{ requirement }]);
	if (factOf(requirement) !== undefined)
		return refuse(`${name} cannot be satisfied`, isModel ? steps : [`run \`req approve ${name}\``]);
	if (manual === 'never') return refuse(`${name} cannot be satisfied manually`, steps);
	const isUsers = manual === 'user' && isModel;
	return isUsers ? refuse(`only the user can satisfy ${name} manually`, steps) : undefined;
}
