import type { Requirement } from '../config/config.ts';
import { bareSkillName } from '../config/skill-name.ts';
import { satisfiedBySkill, satisfyChanges } from '../gate/satisfy.ts';
import { settingsIn, settingsText } from '../host/client-settings.ts';
import type { PostToolUseFailureInput, PostToolUseInput } from '../host/messages.ts';
import type { Session } from '../host/session-id.ts';
import { hasFinished, isEmptyPlan, isInterrupted, loadedSkill, PLAN_TOOL, printed } from '../host/tools.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { promptOf } from '../journal/journal.ts';
import { failedBy, proofOf, type RunFacts } from '../shell/proof.ts';
import type { BranchChange } from '../state/changes.ts';
import { planEntry } from './approved-plan.ts';
import type { HookEvent } from './projects.ts';
import { type ProjectCall, rootSpellings } from './read-call.ts';

/** What a call satisfies, what the journal keeps of it, and runs that count for nothing. */
export interface Evidence {
	readonly changes: readonly BranchChange[];
	readonly entries: readonly JournalEntry[];
	readonly uncounted: readonly UncountedRun[];
}

/** A run that does not count for a requirement. */
interface UncountedRun {
	readonly requirement: Requirement;
	/** As half a sentence; empty: it is not certain what failed. */
	readonly why: string;
	/** What to run instead. */
	readonly run?: string;
	/** It is what the requirement asks for, and it failed. */
	readonly failed: boolean;
}

type SuccessfulCall = HookEvent<PostToolUseInput> & { readonly call: ProjectCall };
type FailedCall = HookEvent<PostToolUseFailureInput> & { readonly call: ProjectCall };

const NO_EVIDENCE: Evidence = { changes: [], entries: [], uncounted: [] };

/** Reads a successful call as satisfactions: by a skill, an approved plan or a command (D33, D39). */
export function satisfactionsOf(event: SuccessfulCall): Evidence {
	const { input, session, call, context } = event;
	const { place, config } = call.project;
	const { tool_name: tool, tool_input: given, tool_response: response } = input;
	const at = context.now();
	const skill = loadedSkill(tool, given, response);
	if (skill !== undefined) {
		const invocation = { skill, by: 'model' as const, session, at, prompt: promptOf(input) };
		return satisfactionsOfSkill(config.requirements, invocation);
	}
	// The event of ExitPlanMode comes when the user has approved the plan.
	if (tool === PLAN_TOOL && !isEmptyPlan(response)) {
		const planned = config.requirements.filter(({ plan }) => plan);
		const changes = satisfyChanges(planned, { session, at, by: 'plan', metadata: {} });
		const entries = planned.length === 0 ? [] : [planEntry('approved', place, input)];
		return { changes, entries, uncounted: [] };
	}
	return isInterrupted(response) ? NO_EVIDENCE : satisfactionsOfCommand(event, at);
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
export function satisfactionsOfSkill(
	requirements: readonly Requirement[],
	{ skill, by, session, at, prompt }: Invocation,
): Evidence {
	const mapped = satisfiedBySkill(requirements, skill);
	if (mapped.length === 0) return NO_EVIDENCE;
	const name = bareSkillName(skill.trim());
	const loaded = mapped.filter(({ satisfyOn }) => satisfyOn === 'load');
	const metadata = { skill: name, invoked_by: by };
	const changes = satisfyChanges(loaded, { session, at, by: 'skill', metadata });
	return { changes, entries: [{ e: 'skill', skill: name, by, ...prompt }], uncounted: [] };
}

/** What a successful shell command proves, and what it only seems to prove. */
function satisfactionsOfCommand(event: SuccessfulCall, at: number): Evidence {
	const { input, session, call } = event;
	const { command } = call.action;
	if (command === undefined) return NO_EVIDENCE;
	const facts = runFacts(event, printed(input.tool_response), hasFinished(input.tool_response));
	const proofs = call.project.config.requirements.flatMap((requirement) => {
		const proof = proofOf(command, requirement.commands, facts);
		return proof === undefined ? [] : [{ requirement, ...proof }];
	});
	const counted = proofs.filter(({ why }) => why === undefined);
	const changes = counted.flatMap(({ requirement, run }) => {
		return satisfyChanges([requirement], {
			session,
			at,
			by: 'command',
			metadata: { command: run },
		});
	});
	// What counts for one requirement is not meant for another: `npm test` of another package.
	const others = proofs.filter((one) => !counted.some((proof) => proof.call === one.call));
	const configured = others.filter(({ isOther }) => !isOther);
	const shown = configured.length + counted.length > 0 ? configured : others;
	const uncounted = shown.map(({ requirement, why = '', run }) => {
		return { requirement, why, run, failed: false };
	});
	return { changes, entries: [], uncounted };
}

/** The requirements whose command, or tests, a failed line ran: what was known of an older run is so no longer. */
export function failuresOf(event: FailedCall): Evidence {
	const { input, call } = event;
	const { command } = call.action;
	if (command === undefined || input.is_interrupt === true) return NO_EVIDENCE;
	const facts = runFacts(event, '', true);
	const uncounted = call.project.config.requirements.flatMap((requirement) => {
		const failed = failedBy(command, requirement.commands, facts);
		return failed === undefined ? [] : [{ requirement, why: failed ? 'it failed' : '', failed }];
	});
	return { ...NO_EVIDENCE, uncounted };
}

function runFacts({ input, call, context }: SuccessfulCall | FailedCall, output: string, finished: boolean): RunFacts {
	return {
		cwd: input.cwd,
		roots: rootSpellings(call.project.place, context),
		read: settingsText,
		packageAt: (directory) => {
			const source = settingsText(`${directory}/package.json`);
			return source ? settingsIn(source) : undefined;
		},
		output,
		finished,
	};
}
