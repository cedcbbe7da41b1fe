import { askedBy, isPerson } from '../app/commands/caller.ts';
import { keptRemark } from '../app/commands/kept-text.ts';
import { unknownName } from '../app/commands/named-requirements.ts';
import { configuredAt } from '../app/commands/project.ts';
import { sessionFor } from '../app/commands/session-choice.ts';
import { storeSatisfactions } from '../app/commands/store-changes.ts';
import { journalOf } from '../app/journaling.ts';
import { standingsOf } from '../app/judging.ts';
import type { Ports } from '../app/ports.ts';
import { readState } from '../app/state-reading.ts';
import type { Requirement } from '../core/config/config.ts';
import { bareSkillName } from '../core/config/skill-name.ts';
import { Fault } from '../core/fault/fault.ts';
import type { Place } from '../core/place/place.ts';
import { completable } from '../core/requirement/completion.ts';
import { satisfiedBySkill, satisfyChange } from '../core/requirement/satisfying.ts';
import type { Session } from '../core/session/session-id.ts';
import { callerAt, command, JSON_CHANGED, SESSION } from './command.ts';
import { stored, whereOf } from './gates.ts';

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
		...JSON_CHANGED,
	},
	examples: ['req done arch-review --evidence "3 modules, no cycle"'],
	run: async ({ skill: wanted, session: reference, evidence }, ports) => {
		const typed = callerAt(ports, reference);
		const asked_by = await askedBy(typed, ports);
		const caller = { ...typed, isModel: !isPerson(asked_by) };
		const skill = bareSkillName(wanted.trim());
		const scene = await configuredAt(caller.cwd, ports);
		const { place, config } = scene;
		const mapped = satisfiedBySkill(config.requirements, skill);
		if (mapped.length === 0) {
			const known = new Set(config.requirements.flatMap(({ skills }) => skills));
			throw unknownName('skill', skill, [...known]);
		}
		const chosen = await sessionFor(place, { caller, atBranch: false }, ports);
		const { session } = chosen;
		const { fresh, already } = caller.isModel
			? await invokedFor(mapped, { place, session, skill }, ports)
			: { fresh: mapped, already: [] };
		if (fresh.length === 0 && already.length === 0) {
			throw new Fault('refused', `${skill} was not invoked in this session for what is open now`, {
				hint: `invoke /${skill} first`,
			});
		}
		const said = evidence === undefined ? '' : keptRemark(evidence);
		needEvidence(fresh, { skill, said });
		const evidenced = said === '' ? {} : { evidence: said };
		const metadata = { skill, completed: 'done', asked_by, ...evidenced };
		const satisfier = { session, at: ports.now(), by: 'skill' as const, metadata, ttl: undefined };
		const changes = satisfyChange(fresh, satisfier);
		const kept = await storeSatisfactions({ ...scene, session }, changes, ports);
		const satisfied = fresh.map(({ name }): string => name);
		const whose = `for session ${session.key}`;
		const lines = [
			...(satisfied.length === 0
				? []
				: [`${skill} is completed: ${satisfied.join(', ')} satisfied ${whose}`]),
			...(already.length === 0 ? [] : [`satisfied already ${whose}: ${already.join(', ')}`]),
		];
		const completed = { place, ...chosen, stored: kept };
		return stored(completed, {
			text: lines.join('\n'),
			changed: { ...whereOf(completed), skill, satisfied, already },
		});
	},
});

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
	throw new Fault('refused', `${skill} is not done without evidence: ${names} asks for it`, {
		hint: `req done ${skill} --evidence "what was read, what was found, what was decided"`,
	});
}

/** What a run of the skill can satisfy now, and the names of what it has satisfied before. */
async function invokedFor(
	mapped: readonly Requirement[],
	what: { readonly place: Place; readonly session: Session; readonly skill: string },
	ports: Ports,
): Promise<{ fresh: Requirement[]; already: string[] }> {
	const { place, session, skill } = what;
	const { state } = await readState(place, ports);
	const standings = standingsOf(state, { place, session, requirements: mapped }, ports.now());
	const lines = await journalOf(place, session, ports);
	const fresh = completable(standings, skill, { session, state, lines });
	const already = standings.filter((one) => one.satisfied && !fresh.includes(one));
	return {
		fresh: fresh.map(({ requirement }) => requirement),
		already: already.map(({ requirement }) => requirement.name),
	};
}
