import { promptOf } from '../app/journaling.ts';
import type { Requirement } from '../config/config.ts';
import { bareSkillName } from '../config/skill-name.ts';
import type { JournalEntry } from '../core/journal/line.ts';
import type { Session } from '../core/session/session-id.ts';
import { satisfiedBySkill, satisfyChanges } from '../gate/satisfying.ts';
import { PLAN_TOOL, SHELL_TOOLS, SKILL_TOOL } from '../host/gated-tools.ts';
import type { SatisfiedBy } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { member } from '../store/foreign-json.ts';
import { isEmptyPlan, planEntry } from './approved-plan.ts';
import { provedBy, type SucceededCall, type Uncounted } from './proving.ts';

/** What a successful call satisfies, and what the journal keeps of it. */
export interface Granted {
	readonly changes: readonly BranchChange[];
	readonly entries: readonly JournalEntry[];
	/** Runs of what a requirement waits for that do not count. */
	readonly uncounted: readonly Uncounted[];
}

/** What a call satisfies that failed. */
export const NOTHING_GRANTED: Granted = { changes: [], entries: [], uncounted: [] };

/** Reads a successful call as satisfactions: a skill, an approved plan, a command (D33, D39). */
export async function satisfactionsOf(event: SucceededCall): Promise<Granted> {
	switch (event.input.tool_name) {
		case SKILL_TOOL:
			return bySkill(event);
		case PLAN_TOOL:
			return byPlan(event);
		default:
			return SHELL_TOOLS.includes(event.input.tool_name) ? byCommand(event) : NOTHING_GRANTED;
	}
}

/** Only a response that says success counts. */
function bySkill({ input, session, call, ports }: SucceededCall): Granted {
	const skill = input.tool_input['skill'];
	if (typeof skill !== 'string' || member(input.tool_response, 'success') !== true)
		return NOTHING_GRANTED;
	return skillGrant(call.project.config.requirements, {
		skill,
		by: 'model',
		session,
		at: ports.now(),
		prompt: promptOf(input),
	});
}

/** A skill that was invoked by the model or typed by the user. */
interface Invocation {
	readonly skill: string;
	readonly by: 'model' | 'user';
	readonly session: Session;
	readonly at: number;
	readonly prompt: { readonly p?: string };
}

/** `satisfy_on: load` is satisfied now; any other waits for the skill's last step. An unknown skill leaves no trace. */
export function skillGrant(requirements: readonly Requirement[], invocation: Invocation): Granted {
	const { skill, by, session, at, prompt } = invocation;
	const mapped = satisfiedBySkill(requirements, skill);
	if (mapped.length === 0) return NOTHING_GRANTED;
	const name = bareSkillName(skill.trim());
	const loaded = mapped.filter(({ satisfyOn }) => satisfyOn === 'load');
	const metadata = { skill: name, invoked_by: by };
	return {
		changes: satisfyChanges(loaded, { session, at, by: 'skill', metadata }),
		entries: [{ e: 'skill', skill: name, by, ...prompt }],
		uncounted: [],
	};
}

/** PostToolUse of ExitPlanMode fires when the user approved the plan. An empty one satisfies nothing. */
function byPlan(event: SucceededCall): Granted {
	const planned = event.call.project.config.requirements.filter(({ plan }) => plan);
	if (planned.length === 0 || isEmptyPlan(event.input.tool_response)) return NOTHING_GRANTED;
	return {
		changes: changesBy(planned, { by: 'plan', metadata: {} }, event),
		entries: [planEntry('approved', event.call.project.place, event.input)],
		uncounted: [],
	};
}

function byCommand(event: SucceededCall): Granted {
	const { command } = event.call.action;
	if (command?.kind !== 'parsed' || command.calls.length === 0) return NOTHING_GRANTED;
	const { proofs, uncounted } = provedBy(command, event);
	const changes = proofs.flatMap(({ requirement, run }) =>
		changesBy([requirement], { by: 'command', metadata: { command: run } }, event),
	);
	return { changes, entries: [], uncounted };
}

function changesBy(
	requirements: readonly Requirement[],
	evidence: { readonly by: SatisfiedBy; readonly metadata: Readonly<Record<string, unknown>> },
	{ session, ports }: SucceededCall,
): BranchChange[] {
	return satisfyChanges(requirements, { session, at: ports.now(), ...evidence });
}
