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
	// What the session satisfied on another branch it need not do again: the user decides (D1).
	if (heldOn !== undefined) steps.push({ kind: 'user', text: `req satisfy ${name} --carry` });
	// D36: what only the user may do is never offered to the model as its own step.
	else steps.push({ kind: manual === 'user' ? 'user' : 'command', text: `req satisfy ${name}` });
	return steps;
}

/**
 * The next steps in sentences, the one that satisfies most first, each named once. What only the user may do comes last.
 *
 * @param checkout the working tree in which commands have to run, if Claude's shell is in another one
 */
export function nextStepLines(all: readonly Unmet[], checkout?: string): string[] {
	const unmet = all.filter(({ reason }) => reason !== 'linked');
	const offers = new Map<string, { readonly step: NextStep; readonly names: string[] }>();
	for (const one of unmet) {
		for (const step of nextSteps(one)) {
			const key = `${step.kind} ${step.text} ${step.ends}`;
			const { names } = offers.get(key) ?? { names: [] };
			offers.set(key, { step, names: [...names, one.requirement.name] });
		}
	}
	const sorted = [...offers.values()].sort((a, b) => b.names.length - a.names.length);
	const own = sorted.filter(({ step }) => step.kind !== 'user');
	const sentences = new Map<string, NextStep[]>();
	for (const { step, names } of own) {
		const all = ['it', 'both'][unmet.length - 1] ?? 'all';
		const what = names.length < unmet.length ? names.join(', ') : all;
		sentences.set(what, [...(sentences.get(what) ?? []), step]);
	}
	const first = unmet.flatMap(({ requirement, reason }) => {
		const fact = factOf(requirement);
		return fact?.reason === reason ? (fact?.firstStep ?? []) : [];
	});
	return [
		...(unmet.length < all.length ? [UNLINK] : []),
		...new Set(first),
		...[...sentences].map(([what, steps]) => `${stepsText(steps, checkout)} satisfies ${what}.`),
		...userLines(sorted.flatMap(({ step }) => (step.kind === 'user' ? [step.text] : []))),
	];
}

const UNLINK = 'Only the user can fix that: remove the link that `req doctor` names.';

/** Steps that satisfy the same requirements, skills first; the last step of a skill is named with it. */
function stepsText(steps: readonly NextStep[], checkout: string | undefined): string {
	const run = (line: string) => typed(checkout === undefined ? line : `cd ${checkout} && ${line}`);
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
	const ended =
		skills.length === 0
			? `${all} then ${run(end)}`
			: `${all}, then ${run(end.replace(name, 'SKILL'))},`;
	return [ended, ...others].join(' or ');
}

/** What only the user may do; `req satisfy a` and `req satisfy b` are one command. */
function userLines(commands: readonly string[]): string[] {
	const namesIn = (form: RegExp) => commands.flatMap((text) => form.exec(text)?.[1] ?? []);
	const carried = namesIn(/^req satisfy (\S+) --carry$/);
	const manual = namesIn(/^req satisfy (\S+)$/);
	const overrides = commands.filter((text) => text.startsWith('req approve '));
	const line = (verb: string, after: string, count: number, ...steps: string[]) => {
		const shown = steps.map((text) => typed(typedForm(text))).join(', ');
		return `Only the user can ${verb} ${count === 1 ? 'it' : 'them'}${after}: ${shown}.`;
	};
	const carry = `req satisfy ${carried.join(' ')} --carry`;
	const lines = carried.length === 0 ? [] : [line('carry', ' over', carried.length, carry)];
	const satisfy = `req satisfy ${manual.join(' ')}`;
	const count = manual.length + overrides.length;
	if (overrides.length === 0 && count > 0) lines.push(line('satisfy', ' manually', count, satisfy));
	else if (count > overrides.length)
		lines.push(line('satisfy or override', '', count, satisfy, ...overrides));
	else if (count > 0) lines.push(line('override', '', count, ...overrides));
	return lines;
}

/** The first step for the user, in a few words; `undefined` if nothing is offered. */
export function firstStepText({ requirement, reason }: Status): string | undefined {
	if (reason === 'linked') return 'remove the link that `req doctor` names';
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
	const steps = nextStepLines([{ requirement }]).join('\n') || 'nothing else satisfies it';
	return new Fault('refused', why, {
		hint: isFact && !isModel ? `run \`req approve ${name}\`` : steps,
	});
}
