import { SHIPPED_SKILLS } from '../config/built-in.ts';
import { unknownName } from '../config/closest-word.ts';
import type { Requirement } from '../config/config.ts';
import { bareSkillName } from '../config/skill-name.ts';
import type { CommandContext } from '../context.ts';
import { askedBy, isSeen, keptRemark, satisfierFor } from '../events/caller.ts';
import type { Batch } from '../events/carry-over.ts';
import * as changes from '../events/gate-changes.ts';
import { configuredAt, projectOfCall } from '../events/projects.ts';
import { readState } from '../events/stored-state.ts';
import { completable, satisfiedBySkill, satisfyChanges } from '../gate/satisfy.ts';
import { namesIn, type Status } from '../gate/status.ts';
import { statusesOf } from '../gate/statuses.ts';
import { type BranchName, onBranch, onBranchText, type Place } from '../git/place.ts';
import type { Session } from '../host/session-id.ts';
import { journalOf } from '../journal/journal.ts';
import { ofKind } from '../journal/lines.ts';
import { statesElsewhere } from '../state/branch-files.ts';
import { type BranchState, entryOf, storedOf } from '../state/branch-state.ts';
import { Fault } from '../store/fault.ts';
import { type Answer, callerAt, command, EXIT, SESSION } from './command.ts';

/** `req satisfy NAME…` */
export const satisfy = command({
	about: 'satisfy requirements manually',
	details: 'For this session, or for as long as their scope says.',
	usage: '[options] <names...>',
	words: { '[names...]': 'requirements' },
	options: {
		...SESSION,
		'--ttl <duration>': 'how long it lasts, such as 1h',
		'--evidence <text>': 'one line on why',
		'--carry [from]': 'take over what this session has on another branch, or an earlier session on this one',
	},
	examples: ['req satisfy commit_plan', 'req satisfy commit_plan --ttl 2h', 'req satisfy commit_plan --carry'],
	run: async ({ names, session, ttl, evidence, carry }, context) => {
		const caller = callerAt(context, session);
		return stored(await changes.satisfy({ caller, names, carry, ttl, evidence }, context));
	},
});

/** `req clear NAME…` */
export const clear = command({
	about: 'take satisfactions back',
	details: 'What this session satisfied; with a branch scope, what the branch has.',
	words: { '<names...>': 'requirements' },
	options: {
		...SESSION,
		'--all-sessions': 'what every session satisfied on this branch',
		'--force': 'permanent requirements too',
	},
	examples: ['req clear commit_plan', 'req clear tested --all-sessions'],
	run: async ({ names, session, allSessions = false, force = false }, context) => {
		const caller = callerAt(context, session);
		return stored(await changes.clear({ caller, names, allSessions, force }, context));
	},
});

/** `req approve NAME` */
export const approve = command({
	about: 'override a requirement for this session',
	details: 'It lets this session go on without a requirement of any type, for a while.',
	words: { '<name>': 'requirement' },
	options: {
		...SESSION,
		'--ttl <duration>': { about: 'for how long, 24h at most', usual: '1h' },
		'--by <who>': 'who approves; default: you',
	},
	examples: ['req approve on_main --ttl 1h', 'req approve size --ttl 30m --by ana'],
	run: async ({ name, session, ttl, by }, context) => {
		const caller = callerAt(context, session);
		return stored(await changes.approve({ caller, name, ttl, by }, context));
	},
});

/** `req pause` */
export const pause = command({
	about: 'switch the gates of this branch off, or on again',
	advice: 'a reason goes after `--reason`',
	options: {
		'--reason <text>': 'one line on why; replaces an earlier reason',
		'--off': 'switch the gates of this branch on again',
	},
	examples: ['req pause --reason "hotfix"', 'req pause --off'],
	run: async ({ reason, off = false }, context) => {
		if (off && reason !== undefined) throw new Fault('usage', '--off takes no --reason');
		const caller = callerAt(context, undefined);
		return off ? changes.unpause(caller, context) : changes.pause({ caller, reason }, context);
	},
});

/** The answer to a change that was stored, with a warning if no hook of req has seen the session here. */
function stored({ place, session, text }: changes.GateChange): Answer {
	if (isSeen(session, place)) return { text };
	const warning = `nothing is known of session ${session.uuid} here: no hook of req has seen it`;
	return { text, warnings: [warning], exit: EXIT.warned };
}

/** `req done SKILL`: the model completes only a skill that was invoked in this session, once for each invocation. */
export const done = command({
	about: 'complete a skill',
	details: 'The last step of a skill: satisfies what the skill is for. With satisfy_on: evidence it needs --evidence.',
	words: { '<skill>': 'with or without slash and plugin name' },
	options: {
		...SESSION,
		'--evidence <text>': 'one line on what was read, found and decided',
	},
	examples: ['req done arch-review --evidence "3 modules, no cycle"'],
	run: async ({ skill: given, session: reference, evidence = '' }, context) => {
		const caller = callerAt(context, reference);
		const skill = bareSkillName(given.trim());
		const found = await projectOfCall(caller.cwd, context);
		const mapped = satisfiedBySkill(found?.config.requirements ?? [], skill);
		// The skills of the plugin end with this command, whatever the project requires.
		if (mapped.length === 0 && SHIPPED_SKILLS.has(skill)) return { text: `no requirement here needs ${skill}` };
		const project = await configuredAt(caller.cwd, context);
		const { place, config } = project;
		if (mapped.length === 0) {
			const known = new Set(config.requirements.flatMap(({ skills }) => skills));
			throw unknownName('skill', skill, [...known]);
		}
		const session = satisfierFor(place, { caller, atBranch: false }, context);
		const { completed, already, leaving } = caller.isModel
			? await completedByModel(mapped, { place, session, skill }, context)
			: { completed: mapped, already: [], leaving: [] };
		if (completed.length === 0 && already.length === 0) {
			throw new Fault('refused', `${skill} was not invoked in this session for what is open now`, {
				hint: `invoke /${skill} first`,
			});
		}
		const said = keptRemark(evidence);
		needEvidence(completed, { skill, said });
		const evidenced = said === '' ? {} : { evidence: said };
		const metadata = { skill, completed: 'done', asked_by: askedBy(caller), ...evidenced };
		const satisfier = { session, at: context.now(), by: 'skill' as const, metadata };
		const batch = { changes: satisfyChanges(completed, satisfier), leaving };
		await changes.storeSatisfactions({ ...project, session }, batch, context);
		const whose = `${onBranchText(place.branch)} for session ${session.key}`;
		const names = namesOf(completed).join(', ');
		const now = names === '' ? [] : [`${skill} is completed: ${names} satisfied ${whose}`];
		const before = already.length === 0 ? [] : [`satisfied already ${whose}: ${already.join(', ')}`];
		return stored({ place, session, text: [...now, ...before].join('\n') });
	},
});

/** The example of a refusal, copied as it is, says nothing. */
const SAYS_NOTHING = /^(?:TEXT|[^\p{L}\p{N}]*)$/u;

/** @throws Fault `refused` if a requirement counts with evidence only, and there is none (ADR 14) */
function needEvidence(
	completed: readonly Requirement[],
	{ skill, said }: { readonly skill: string; readonly said: string },
): void {
	const asking = completed.filter(({ satisfyOn }) => satisfyOn === 'evidence');
	if (asking.length === 0 || !SAYS_NOTHING.test(said)) return;
	const names = `${namesOf(asking).join(', ')} ${asking.length === 1 ? 'asks' : 'ask'}`;
	throw new Fault('refused', `${skill} is not done without evidence: ${names} for it`, {
		hint: `req done ${skill} --evidence "what was read, what was found, what was decided"`,
	});
}

/**
 * What the last invocation of a skill completes. A single-use satisfaction of the same invocation on another branch moves
 * here, and one that was consumed there counts: one review serves one commit.
 *
 * @returns `already`: names of what it has satisfied before; `leaving`: changes of other branches
 */
async function completedByModel(
	mapped: readonly Requirement[],
	what: { readonly place: Place; readonly session: Session; readonly skill: string },
	context: CommandContext,
) {
	const { place, session, skill } = what;
	const { state } = await readState(place, context);
	const statuses = statusesOf(state, { place, session, requirements: mapped }, context.now());
	const lines = journalOf(place, session);
	const invoked = ofKind(lines, 'skill').findLast((line) => line.skill === skill)?.at ?? '';
	const elsewhere = statesElsewhere(place, session, context);
	const entryIn = (there: BranchState, { name, scope }: Requirement) =>
		scope === 'single_use' ? entryOf(storedOf(there, name), session) : undefined;
	const isUsedElsewhere = ({ requirement }: Status) =>
		elsewhere.some((there) => (entryIn(there, requirement)?.spent_at ?? '') > invoked);
	const completed = completable(statuses, skill, { session, state, lines })
		.filter((one) => !isUsedElsewhere(one))
		.map(({ requirement }) => requirement);
	const at = new Date(context.now()).toISOString();
	const leaving = elsewhere.map((there): Batch => {
		const moved = completed.filter((one) => entryIn(there, one)?.satisfied === true);
		const spend = { op: 'spend' as const, session, at, to: place.branch };
		return {
			place: onBranch(place, there.branch as BranchName),
			changes: moved.map(({ name, scope }) => ({ ...spend, name, scope })),
		};
	});
	const already = statuses.filter((one) => one.satisfied && !completed.includes(one.requirement));
	return { completed, already: namesIn(already), leaving };
}

function namesOf(requirements: readonly Requirement[]): string[] {
	return requirements.map(({ name }) => name);
}
