import type { Requirement } from '../config/config.ts';
import { shellWord } from '../shell/call.ts';
import { Fault } from '../store/fault.ts';
import { typed, typedForm } from '../text/one-line.ts';
import { factOf, isSatisfiable } from './requirement-types.ts';
import { namesIn, type Status } from './status.ts';

/** One legal step that satisfies a requirement; `text` is what to type or run. */
interface NextStep {
	readonly kind: 'skill' | 'plan' | 'command' | 'user';
	readonly text: string;
	/** A skill that counts only when its last step has run, which is this. */
	readonly ends?: string;
}

type Unmet = Pick<Status, 'requirement' | 'satisfiedOn'> & Partial<Pick<Status, 'reason'>>;

/** What only the user may do: as a sentence names it, and as it is typed. */
const USER_STEPS = {
	carry: { text: 'carry THEM over', command: 'req satisfy NAMES --carry' },
	satisfy: { text: 'satisfy THEM manually', command: 'req satisfy NAMES' },
	override: { text: 'override THEM', command: 'req approve NAMES --ttl 1h' },
} as const;

/** Which of them satisfies a requirement. It is never offered to the model as its own step (D36). */
function userStepOf({ requirement, satisfiedOn }: Unmet): keyof typeof USER_STEPS | undefined {
	if (!isSatisfiable(requirement)) return 'override';
	if (requirement.manual === 'never') return undefined;
	// What the session satisfied on another branch it need not do again: the user decides (D1).
	if (satisfiedOn !== undefined) return 'carry';
	return requirement.manual === 'user' ? 'satisfy' : undefined;
}

/**
 * Everything that satisfies a requirement, what the model can do by itself first.
 *
 * @param names what the commands that name requirements name; default: this one
 */
export function nextSteps(unmet: Unmet, names: string = unmet.requirement.name): NextStep[] {
	const { skills, satisfyOn, plan, commands, manual } = unmet.requirement;
	const steps: NextStep[] = skills.map((skill) => {
		const step = { kind: 'skill', text: `/${skill}` } as const;
		return satisfyOn === 'load' ? step : { ...step, ends: `req done ${skill} --evidence TEXT` };
	});
	if (plan) steps.push({ kind: 'plan', text: 'an approved plan' });
	for (const { run } of commands) steps.push({ kind: 'command', text: run });
	const byUser = userStepOf(unmet);
	if (byUser !== undefined) steps.push({ kind: 'user', text: USER_STEPS[byUser].command.replace('NAMES', names) });
	else if (manual !== 'never') steps.push({ kind: 'command', text: `req satisfy ${names}` });
	return byUser === 'override' ? steps.slice(-1) : steps;
}

/**
 * The next steps in sentences, the one that satisfies most first, each named once. What only the user may do comes last.
 *
 * @param checkout the working tree in which commands have to run, if Claude's shell is in another one
 */
export function nextStepLines(all: readonly Unmet[], checkout?: string): string[] {
	const unmet = all.filter(({ reason }) => reason !== 'linked');
	const offers: { readonly step: NextStep; readonly names: string[] }[] = [];
	for (const one of unmet) {
		for (const step of nextSteps(one).filter(({ kind }) => kind !== 'user')) {
			const same = offers.find((offer) => offer.step.text === step.text && offer.step.ends === step.ends);
			if (same === undefined) offers.push({ step, names: [one.requirement.name] });
			else same.names.push(one.requirement.name);
		}
	}
	const sentences = new Map<string, NextStep[]>();
	for (const { step, names } of offers.sort((a, b) => b.names.length - a.names.length)) {
		const every = ['it', 'both'][unmet.length - 1] ?? 'all';
		const what = names.length < unmet.length ? names.join(', ') : every;
		sentences.set(what, [...(sentences.get(what) ?? []), step]);
	}
	const first = unmet.flatMap(({ requirement, reason }) => {
		const fact = factOf(requirement);
		return fact?.reason === reason ? (fact?.firstStep ?? []) : [];
	});
	return [
		...(unmet.length < all.length ? [`Only the user can fix that: ${UNLINK}.`] : []),
		...new Set(first),
		...[...sentences].map(([what, steps]) => `${stepsText(steps, checkout)} satisfies ${what}.`),
		...userLines(unmet),
	];
}

const UNLINK = 'remove the link that `req doctor` names';

function userLines(unmet: readonly Unmet[]): string[] {
	return Object.entries(USER_STEPS).flatMap(([step, { text, command }]) => {
		const names = namesIn(unmet.filter((one) => userStepOf(one) === step));
		if (names.length === 0) return [];
		// Each override is a decision of its own.
		const each = step === 'override' ? names : [names.join(' ')];
		const shown = each.map((one) => typed(typedForm(command.replace('NAMES', one))));
		const what = text.replace('THEM', names.length === 1 ? 'it' : 'them');
		return [`Only the user can ${what}: ${shown.join(', ')}.`];
	});
}

/** Steps that satisfy the same requirements, skills first; the last step of a skill is named with it. */
function stepsText(steps: readonly NextStep[], checkout: string | undefined): string {
	const run = (line: string) => typed(checkout === undefined ? line : `cd ${shellWord(checkout)} && ${line}`);
	const [skill, ...skills] = steps.filter(({ kind }) => kind === 'skill');
	const others = steps
		.filter(({ kind }) => kind !== 'skill')
		.map(({ kind, text }) => (kind === 'command' ? run(text) : text));
	if (skill === undefined) return others.join(' or ');
	const name = skill.text.slice(1);
	// A skill counts where the session is; its last step counts where it runs.
	const end = skill.ends ?? (checkout === undefined ? undefined : `req done ${name}`);
	const all = [skill, ...skills].map(({ text }) => text).join(' or ');
	if (end === undefined) return [all, ...others].join(' or ');
	const ended = skills.length === 0 ? `${all} then ${run(end)}` : `${all}, then ${run(end.replace(name, 'SKILL'))},`;
	return [ended, ...others].join(' or ');
}

/** The first step for the user, in a few words; `undefined` if nothing is offered. */
export function firstStepText({ requirement, reason }: Status): string | undefined {
	if (reason === 'linked') return UNLINK;
	const [step] = nextSteps({ requirement });
	if (step === undefined) return undefined;
	if (step.kind === 'plan') return 'approve a plan';
	return `${step.kind === 'command' ? 'run ' : ''}${typed(typedForm(step.text))}`;
}

/** Why a requirement may not be satisfied manually, and what satisfies it instead; `undefined`: it may be (D36). */
export function refuseManual(requirement: Requirement, isModel: boolean): Fault | undefined {
	const { name, manual } = requirement;
	const isFact = factOf(requirement) !== undefined;
	if (!isFact && manual !== 'never' && !(manual === 'user' && isModel)) return undefined;
	let why = `only the user can satisfy ${name} manually`;
	if (isFact) why = `${name} cannot be satisfied`;
	else if (manual === 'never') why = `${name} cannot be satisfied manually`;
	const steps = nextStepLines([{ requirement }]).join('\n');
	return new Fault('refused', why, {
		hint: isFact && !isModel ? `run \`req approve ${name}\`` : steps,
	});
}
