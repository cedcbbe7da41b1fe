import { askedBy } from '../app/commands/caller.ts';
import {
	approve as approveIt,
	clear as clearThem,
	type GateChange,
	pause as pauseBranch,
	satisfy as satisfyThem,
	unpause as unpauseBranch,
} from '../app/commands/gate-changes.ts';
import { keptRemark } from '../app/commands/kept-text.ts';
import { configuredAt, projectOfCommand, unknownName } from '../app/commands/project.ts';
import { sessionFor } from '../app/commands/session-choice.ts';
import { storeOrFail, storeSatisfactions } from '../app/commands/store-changes.ts';
import type { CommandPorts } from '../app/ports.ts';
import { SHIPPED_SKILLS } from '../config/built-in.ts';
import type { Requirement } from '../config/config.ts';
import { bareSkillName } from '../config/skill-name.ts';
import { Fault } from '../core/fault/fault.ts';
import type { Session } from '../core/session/session-id.ts';
import type { Batch } from '../events/carry-over.ts';
import { readState } from '../events/stored-state.ts';
import { completable, satisfiedBySkill, satisfyChanges } from '../gate/satisfy.ts';
import type { Status } from '../gate/status.ts';
import { statusesOf } from '../gate/statuses.ts';
import { type BranchName, onBranch, onBranchText, type Place } from '../git/place.ts';
import { journalOf } from '../journal/journal.ts';
import { ofKind } from '../journal/lines.ts';
import { statesElsewhere } from '../state/branch-files.ts';
import { type BranchState, entryOf, storedOf } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { type Answer, callerAt, command, EXIT, SESSION } from './command.ts';

/** `req satisfy NAME…` */
export const satisfy = command({
	about: 'Satisfies requirements, for this session or for as long as their scope says.',
	usage: '[options] <names...>',
	words: { '[names...]': 'requirements' },
	options: {
		...SESSION,
		'--ttl <duration>': 'how long it lasts, such as 1h',
		'--evidence <text>': 'one line on why',
		'--carry [from]':
			'take over what this session has on another branch, or an earlier session on this one',
	},
	examples: [
		'req satisfy commit_plan',
		'req satisfy commit_plan --ttl 2h',
		'req satisfy commit_plan --carry',
	],
	run: async ({ names, session, ttl, evidence, carry }, ports) => {
		const caller = callerAt(ports, session);
		const wanted = carry === undefined ? undefined : { from: carry === true ? undefined : carry };
		return stored(await satisfyThem({ caller, names, carry: wanted, ttl, evidence }, ports));
	},
});

/** `req clear NAME…` */
export const clear = command({
	about: 'Takes back what this session satisfied; with a branch scope, what the branch has.',
	words: { '<names...>': 'requirements' },
	options: {
		...SESSION,
		'--all-sessions': 'what every session satisfied on this branch',
		'--force': 'permanent requirements too',
	},
	examples: ['req clear commit_plan', 'req clear tested --all-sessions'],
	run: async ({ names, session, allSessions = false, force = false }, ports) => {
		const caller = callerAt(ports, session);
		return stored(await clearThem({ caller, names, allSessions, force }, ports));
	},
});

/** `req approve NAME` */
export const approve = command({
	about: 'Lets this session go on without a requirement of any type, for a while.',
	words: { '<name>': 'requirement' },
	options: {
		...SESSION,
		'--ttl <duration>': { about: 'for how long, 24h at most', usual: '1h' },
		'--by <who>': 'who approves; default: you',
	},
	examples: ['req approve on_main --ttl 1h', 'req approve size --ttl 30m --by ana'],
	run: async ({ name, session, ttl, by }, ports) => {
		const caller = callerAt(ports, session);
		return stored(await approveIt({ caller, name, ttl, by }, ports));
	},
});

/**
 * `req done SKILL`: the model's word counts only where the skill was invoked in this session, once for each invocation.
 */
export const done = command({
	about:
		'The last step of a skill: satisfies what the skill is for. With satisfy_on: evidence it needs --evidence.',
	words: { '<skill>': 'with or without slash and plugin name' },
	options: {
		...SESSION,
		'--evidence <text>': 'one line on what was read, found and decided',
	},
	examples: ['req done arch-review --evidence "3 modules, no cycle"'],
	run: async ({ skill: wanted, session: reference, evidence }, ports) => {
		const caller = callerAt(ports, reference);
		const asked_by = askedBy(caller);
		const skill = bareSkillName(wanted.trim());
		const found = await projectOfCommand(caller.cwd, ports);
		const requirements = found.kind === 'configured' ? found.config.requirements : [];
		const mapped = satisfiedBySkill(requirements, skill);
		// The skills of the plugin end with this command, whatever the project requires.
		if (mapped.length === 0 && SHIPPED_SKILLS.has(skill))
			return { text: `no requirement here needs ${skill}` };
		const project = await configuredAt(caller.cwd, ports);
		const { place } = project;
		if (mapped.length === 0) {
			const known = new Set(requirements.flatMap(({ skills }) => skills));
			throw unknownName('skill', skill, [...known]);
		}
		const chosen = await sessionFor(place, { caller, atBranch: false }, ports);
		const { session } = chosen;
		const { fresh, already, leaving } = caller.isModel
			? await invokedFor(mapped, { place, session, skill }, ports)
			: { fresh: mapped, already: [], leaving: [] };
		if (fresh.length === 0 && already.length === 0) {
			throw new Fault('refused', `${skill} was not invoked in this session for what is open now`, {
				hint: `invoke /${skill} first`,
			});
		}
		const said = evidence === undefined ? '' : keptRemark(evidence);
		needEvidence(fresh, { skill, said });
		const evidenced = said === '' ? {} : { evidence: said };
		const metadata = { skill, completed: 'done', asked_by, ...evidenced };
		const satisfier = { session, at: ports.now(), by: 'skill' as const, metadata };
		const changes = satisfyChanges(fresh, satisfier);
		await storeSatisfactions({ ...project, session }, changes, ports);
		for (const batch of leaving) await storeOrFail(batch.place, batch.changes, ports);
		const satisfied = fresh.map(({ name }): string => name);
		const whose = `${onBranchText(place.branch)} for session ${session.key}`;
		const completed = `${skill} is completed: ${satisfied.join(', ')} satisfied ${whose}`;
		const before = `satisfied already ${whose}: ${already.join(', ')}`;
		const lines = [
			...(satisfied.length === 0 ? [] : [completed]),
			...(already.length === 0 ? [] : [before]),
		];
		return stored({ ...chosen, text: lines.join('\n') });
	},
});

/** `req pause` */
export const pause = command({
	about: 'Switches the gates of this branch off, until `req pause --off`.',
	options: {
		'--reason <text>': 'one line on why; replaces the reason of a pause that stands',
		'--off': 'switch the gates of this branch on again',
	},
	examples: ['req pause --reason "hotfix"', 'req pause --off'],
	run: async ({ reason, off = false }, ports) => {
		if (off && reason !== undefined) throw new Fault('usage', '--off takes no --reason');
		const caller = callerAt(ports, undefined);
		return off ? unpauseBranch(caller, ports) : pauseBranch({ caller, reason }, ports);
	},
});

/** A change that was made, with a warning if no hook of req has seen the session here. */
function stored({ session, isKnown, text }: GateChange): Answer {
	const { uuid } = session;
	const unheard = `nothing is known of session ${uuid} here: no hook of req has seen it`;
	return {
		text,
		warnings: isKnown ? [] : [unheard],
		exit: isKnown ? EXIT.done : EXIT.warned,
	};
}

/** The example of a refusal, copied as it stands, says nothing. */
const SAYS_NOTHING = /^(?:TEXT|[^\p{L}\p{N}]*)$/u;

/** @throws Fault `refused` where a requirement counts with evidence only, and there is none (ADR 14) */
function needEvidence(
	fresh: readonly Requirement[],
	{ skill, said }: { readonly skill: string; readonly said: string },
): void {
	const waiting = fresh.filter(({ satisfyOn }) => satisfyOn === 'evidence');
	if (waiting.length === 0 || !SAYS_NOTHING.test(said)) return;
	const names = waiting.map(({ name }) => name).join(', ');
	const ask = waiting.length === 1 ? 'asks' : 'ask';
	throw new Fault('refused', `${skill} is not done without evidence: ${names} ${ask} for it`, {
		hint: `req done ${skill} --evidence "what was read, what was found, what was decided"`,
	});
}

/** What one invocation of the skill can satisfy now, and the names of what it has satisfied before. */
interface Invoked {
	readonly fresh: readonly Requirement[];
	readonly already: readonly string[];
	/** What it satisfied on other branches, and satisfies here instead: one review serves one commit. */
	readonly leaving: readonly Batch[];
}

async function invokedFor(
	mapped: readonly Requirement[],
	what: { readonly place: Place; readonly session: Session; readonly skill: string },
	ports: CommandPorts,
): Promise<Invoked> {
	const { place, session, skill } = what;
	const { state } = await readState(place, ports);
	const statuses = statusesOf(state, { place, session, requirements: mapped }, ports.now());
	const lines = await journalOf(place, session);
	const invoked = ofKind(lines, 'skill').findLast((line) => line.skill === skill)?.at ?? '';
	const elsewhere = statesElsewhere(place, session, ports.context);
	const entryIn = (there: BranchState, { name, scope }: Requirement) =>
		scope === 'single_use' ? entryOf(storedOf(there, name), session) : undefined;
	const isUsedElsewhere = ({ requirement }: Status) =>
		elsewhere.some((there) => (entryIn(there, requirement)?.spent_at ?? '') > invoked);
	const completed = completable(statuses, skill, { session, state, lines });
	const fresh = completed.filter((one) => !isUsedElsewhere(one)).map((one) => one.requirement);
	const already = statuses.filter((one) => one.satisfied && !fresh.includes(one.requirement));
	const at = new Date(ports.now()).toISOString();
	const leaving = elsewhere.map((there): Batch => {
		const moved = fresh.filter((one) => entryIn(there, one)?.satisfied === true);
		const to = place.branch;
		const changes = moved.map(({ name, scope }): BranchChange => {
			return { op: 'spend', name, scope, session, at, to };
		});
		return { place: onBranch(place, there.branch as BranchName), changes };
	});
	return { fresh, already: already.map(({ requirement }) => requirement.name), leaving };
}
