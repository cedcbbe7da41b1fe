import { promptOf } from '../app/journaling.ts';
import type { Requirement } from '../config/config.ts';
import { bareSkillName } from '../config/skill-name.ts';
import type { JournalEntry } from '../core/journal/line.ts';
import type { Session } from '../core/session/session-id.ts';
import { satisfiedBySkill, satisfyChanges } from '../gate/satisfy.ts';
import type { PostToolUseFailureInput, PostToolUseInput } from '../host/messages.ts';
import { hasFinished, PLAN_TOOL, printed, SHELL_TOOLS, SKILL_TOOL } from '../host/tools.ts';
import type { ProgramCall } from '../shell/call.ts';
import { failedCommand, type Proof, proofOf, type RunFacts } from '../shell/proof.ts';
import type { BranchChange } from '../state/changes.ts';
import { member } from '../store/foreign-json.ts';
import { isEmptyPlan, planEntry } from './approved-plan.ts';
import type { HookEvent } from './projects.ts';
import { type ProjectCall, rootSpellings } from './read-call.ts';

/** What a call satisfies, and what the journal keeps of it. */
export interface Granted {
	readonly changes: readonly BranchChange[];
	readonly entries: readonly JournalEntry[];
	readonly uncounted: readonly Uncounted[];
}

/** A run that does not count for a requirement. */
interface Uncounted {
	readonly requirement: Requirement;
	/** As half a sentence. */
	readonly why: string;
	/** What to run instead, unless `why` says it. */
	readonly run: string | undefined;
	/** It is what the requirement asks for, and it failed. */
	readonly failed: boolean;
}

type RanCall = HookEvent<PostToolUseInput> & { readonly call: ProjectCall };
type FailedCall = HookEvent<PostToolUseFailureInput> & { readonly call: ProjectCall };

/** What a call satisfies that does not matter to any requirement. */
const NOTHING_GRANTED: Granted = { changes: [], entries: [], uncounted: [] };

/** Reads a successful call as satisfactions: by a skill, an approved plan or a command (D33, D39). */
export function satisfactionsOf(event: RanCall): Granted {
	const { input, session, call, ports } = event;
	const { requirements } = call.project.config;
	const { tool_name: tool, tool_response: response } = input;
	const { skill } = input.tool_input;
	const at = ports.now();
	if (tool === SKILL_TOOL && typeof skill === 'string' && member(response, 'success') === true) {
		const prompt = promptOf(input);
		return skillGrant(requirements, { skill, by: 'model', session, at, prompt });
	}
	// The event of ExitPlanMode comes when the user has approved the plan. An empty one satisfies nothing.
	if (tool === PLAN_TOOL) {
		const planned = requirements.filter(({ plan }) => plan);
		if (planned.length === 0 || isEmptyPlan(response)) return NOTHING_GRANTED;
		const changes = satisfyChanges(planned, { session, at, by: 'plan', metadata: {} });
		const entries = [planEntry('approved', call.project.place, input)];
		return { changes, entries, uncounted: [] };
	}
	const isOver = SHELL_TOOLS.includes(tool) && member(response, 'interrupted') !== true;
	return isOver ? commandGrant(event) : NOTHING_GRANTED;
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

/** What a successful shell command proves, and what it only seems to prove. */
function commandGrant(event: RanCall): Granted {
	const { input, session, call, ports } = event;
	const { command } = call.action;
	if (command === undefined) return NOTHING_GRANTED;
	const { requirements } = call.project.config;
	const response = input.tool_response;
	const facts = runFacts(event, printed(response), hasFinished(response));
	const changes: BranchChange[] = [];
	const others: (Uncounted & Pick<Proof, 'call' | 'isOther'>)[] = [];
	const proving = new Set<ProgramCall>();
	for (const requirement of requirements) {
		const proof = proofOf(command, requirement.commands, facts);
		if (proof === undefined) continue;
		const { run, why, isOther } = proof;
		if (why !== undefined) {
			const next = isOther ? undefined : run;
			others.push({ requirement, why, run: next, failed: false, call: proof.call, isOther });
			continue;
		}
		proving.add(proof.call);
		const evidence = { by: 'command' as const, metadata: { command: run } };
		changes.push(...satisfyChanges([requirement], { session, at: ports.now(), ...evidence }));
	}
	// What counts for one requirement is not meant for another: `npm test` of another package.
	const left = others.filter((one) => !proving.has(one.call));
	const asked = left.filter(({ isOther }) => !isOther);
	const isNamed = asked.length > 0 || proving.size > 0;
	return { changes, entries: [], uncounted: isNamed ? asked : left };
}

/** The requirements whose command is what a failed line ran. */
export function failuresOf(event: FailedCall): Granted {
	const { input, call } = event;
	const { command } = call.action;
	if (command === undefined || input.is_interrupt === true) return NOTHING_GRANTED;
	const facts = runFacts(event, '', true);
	const uncounted = call.project.config.requirements.flatMap((requirement) => {
		const run = failedCommand(command, requirement.commands, facts);
		return run === undefined ? [] : [{ requirement, why: 'it failed', run, failed: true }];
	});
	return { ...NOTHING_GRANTED, uncounted };
}

function runFacts(
	{ input, call, ports }: RanCall | FailedCall,
	output: string,
	finished: boolean,
): RunFacts {
	const { text, parse } = ports.client;
	return {
		cwd: input.cwd,
		roots: rootSpellings(call.project.place, ports),
		read: (path) => text(path),
		packageAt: (directory) => {
			const source = text(`${directory}/package.json`);
			return source ? parse(source) : undefined;
		},
		output,
		finished,
	};
}
