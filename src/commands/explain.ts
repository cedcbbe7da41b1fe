import {
	type ExplainedRefusal,
	type ExplainedRequirement,
	type Explanation,
	explainCall,
	explainLast,
	explainRequirement,
} from '../app/commands/explain.ts';
import { Fault } from '../core/fault/fault.ts';
import { named, typed } from '../core/text/one-line.ts';
import type { GateStatus } from '../events/gate-status.ts';
import { byWhom, reasonText } from '../gate/gate-text.ts';
import { nextSteps } from '../gate/next-steps.ts';
import type { Status } from '../gate/status.ts';
import { triggerText } from '../gate/triggers.ts';
import { editCall, shellCall } from '../host/tools.ts';
import { readingPorts } from '../runtime/reading-ports.ts';
import { shellWord } from '../shell/shell-word.ts';
import { askedByIn } from '../state/audit-trail.ts';
import { callerAt, command, JSON_SHOWN, SESSION } from './command.ts';
import { callText, readText, refusalText, requirementText } from './explain-text.ts';

/** `req explain`: 0 once it has explained something, whatever the gates answer (D37). */
export const explain = command({
	about:
		'Shows what blocked the last refused call, what the gates would answer to an edit or a command line now, or why a requirement is satisfied or not. Changes nothing.',
	usage: '[options] [name] [-- command...]',
	words: { '[words...]': 'a requirement, or after -- a command line' },
	options: {
		'--last': 'the last refusal, as without any argument',
		'--file <file>': 'an edit of this file',
		...SESSION,
		...JSON_SHOWN,
	},
	examples: [
		'req explain',
		'req explain pre_commit_review',
		'req explain --file src/login.ts',
		'req explain -- git commit -m x',
	],
	run: async ({ last = false, file, session }, live, { words, more }) => {
		const topics = [last, file !== undefined, more.length > 0, words.length > 0];
		if (words.length > 1 || topics.filter((isGiven) => isGiven).length > 1)
			throw new Fault('usage', 'explain one thing: --last, --file F, -- COMMAND or a requirement');
		const ports = readingPorts(live.context, undefined);
		const caller = callerAt(live, session);
		const now = ports.now();
		const [name] = words;
		if (name !== undefined) {
			const found = await explainRequirement(name, caller, ports);
			const text = () => requirementText(name, found, now);
			return { text, json: () => requirementJson(name, found, now) };
		}
		if (file === undefined && more.length === 0) {
			const found = await explainLast(caller, ports);
			if (found === undefined) return { text: 'no call was refused yet', json: () => null };
			return { text: () => refusalText(found, now), json: () => refusalJson(found, now) };
		}
		// One word is a line as it was typed, several are words that a shell has read.
		const line = more.length === 1 ? more.join('') : more.map(shellWord).join(' ');
		const call = file === undefined ? shellCall(line, caller.cwd) : editCall(file, caller.cwd);
		const found = await explainCall(call, caller, ports);
		const what = file === undefined ? typed(line) : `edit of ${named(file)}`;
		return { text: () => callText(what, found, now), json: () => callJson(found, now) };
	},
});

/** For scripts; absent values are null (D37). */
function refusalJson(found: ExplainedRefusal, now: number): object {
	const { refusal, session, checkout = null, statuses, gates } = found;
	const { at, branch, tool } = refusal;
	const of = refusal.e === 'refuse' ? refusal : undefined;
	return {
		...{ at, branch, tool, session: session?.key ?? null, checkout },
		...{ command: of?.line ?? null, path: of?.path ?? null },
		protected: refusal.e === 'protect' ? refusal.what : null,
		...{ requirements: of?.names ?? [], trace: of?.trace ?? null },
		now: { gates: gatesJson(gates), requirements: statuses.map((one) => statusJson(one, now)) },
	};
}

function callJson(found: Explanation, now: number): object {
	const { command: line, protection, isBlocked, calls, gates } = found;
	return {
		...{ blocked: isBlocked, protection: protection ?? null, reads: readText(line) },
		gates: gatesJson(gates),
		projects: calls.map(({ action, verdict, arms, makesStale, gates: here }) => ({
			...{ root: here.place.root, branch: here.place.branch },
			...{ session: here.session?.session.key ?? null, decision: verdict.decision },
			...{ edits: action.edits, consumes: verdict.consumes, arms, makes_stale: makesStale },
			trace: verdict.trace.map(({ status, trigger, by, effect }) => ({
				...statusJson(status, now),
				trigger: trigger === undefined ? null : triggerText(trigger),
				matched: by ?? null,
				effect,
			})),
		})),
	};
}

function requirementJson(name: string, found: ExplainedRequirement, now: number): object {
	const { status, problem = null, files, deeds, gates } = found;
	if (status === undefined) return { requirement: name, enabled: false, problem, files };
	const { type, scope, enforce, triggers, blocks, staleAfter } = status.requirement;
	return {
		...{ ...statusJson(status, now), enabled: true, problem, files, type, scope, enforce },
		blocks: blocks.map(triggerText),
		triggers: triggers.map(triggerText),
		stale_after: staleAfter.map(triggerText),
		...{ triggered: status.triggered, triggered_at: status.triggeredAt ?? null },
		gates: gatesJson(gates),
		satisfactions: deeds.map(({ satisfaction, session, ended }) => ({
			...{ by: byWhom(satisfaction), at: satisfaction.satisfied_at ?? null },
			...{ asked_by: askedByIn(satisfaction) ?? null, session: session ?? null },
			...{ ended_at: ended?.at ?? null, ended_by: ended?.by ?? null },
		})),
	};
}

function gatesJson({ gates: state, reasons }: GateStatus): object {
	return { state, reasons };
}

function statusJson(status: Status, now: number): object {
	const { requirement, satisfied, reason } = status;
	const next = satisfied ? [] : nextSteps(status);
	return { requirement: requirement.name, satisfied, reason, why: reasonText(status, now), next };
}
