import type { BranchChange } from '../core/branch-state/change.ts';
import type { SatisfiedBy } from '../core/branch-state/schema.ts';
import type { Requirement } from '../core/config/config.ts';
import { bareSkillName } from '../core/config/skill-name.ts';
import type { JournalEntry } from '../core/journal/line.ts';
import { hasFinished } from '../core/protocol/has-finished.ts';
import type { PostToolUseInput } from '../core/protocol/hook-input.ts';
import { provedBy, satisfiedBySkill, satisfyChange } from '../core/requirement/satisfying.ts';
import type { Session } from '../core/session/session-id.ts';
import type { Call } from './calls/read-calls.ts';
import { promptOf } from './journaling.ts';
import type { HookEvent } from './scene.ts';

/** What a successful call satisfies, and what the journal keeps of it. */
export interface Granted {
	readonly changes: readonly BranchChange[];
	readonly entries: readonly JournalEntry[];
}

interface Event extends HookEvent<PostToolUseInput> {
	readonly call: Call;
}

const NOTHING: Granted = { changes: [], entries: [] };

/** Reads a successful call as satisfactions: a skill, an approved plan, a command (D33, D39). */
export function satisfactionsOf(event: Event): Granted {
	switch (event.input.tool_name) {
		case 'Skill':
			return bySkill(event);
		case 'ExitPlanMode':
			return byPlan(event);
		case 'Bash':
			return byCommand(event);
		default:
			return NOTHING;
	}
}

/** Only a response that says success counts (host fact 1, behaviour 17). */
function bySkill({ input, session, call, ports }: Event): Granted {
	const skill = input.tool_input['skill'];
	if (typeof skill !== 'string' || !saysSuccess(input.tool_response)) return NOTHING;
	return skillGrant(call.scene.config.requirements, {
		skill,
		by: 'model',
		session,
		at: ports.now(),
		prompt: promptOf(input),
	});
}

/** A skill that was invoked by the model or typed by the user. */
export interface Invocation {
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
	if (mapped.length === 0) return NOTHING;
	const name = bareSkillName(skill.trim());
	const loaded = mapped.filter(({ satisfyOn }) => satisfyOn === 'load');
	const metadata = { skill: name, invoked_by: by };
	return {
		changes: satisfyChange(loaded, { session, at, by: 'skill', metadata, ttl: undefined }),
		entries: [{ e: 'skill', skill: name, by, ...prompt }],
	};
}

/** PostToolUse of ExitPlanMode fires when the user approved the plan. */
function byPlan(event: Event): Granted {
	const planned = event.call.scene.config.requirements.filter(({ plan }) => plan);
	return { changes: changesBy(planned, { by: 'plan', metadata: {} }, event), entries: [] };
}

/** A call put in the background has not finished yet (host fact 22). */
function byCommand(event: Event): Granted {
	const { call, input } = event;
	if (call.action.command === undefined || !hasFinished(input.tool_response)) return NOTHING;
	const proofs = provedBy(call.scene.config.requirements, call.action.command);
	const changes = proofs.flatMap(({ requirement, pattern }) =>
		changesBy([requirement], { by: 'command', metadata: { command: pattern } }, event),
	);
	return { changes, entries: [] };
}

function changesBy(
	requirements: readonly Requirement[],
	evidence: { readonly by: SatisfiedBy; readonly metadata: Readonly<Record<string, unknown>> },
	{ session, ports }: Event,
): BranchChange[] {
	return satisfyChange(requirements, { session, at: ports.now(), ...evidence, ttl: undefined });
}

function saysSuccess(response: unknown): boolean {
	return (response as { success?: unknown } | null | undefined)?.success === true;
}
