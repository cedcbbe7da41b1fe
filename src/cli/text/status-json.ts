import type { Comprehension, Status } from '../../app/commands/status.ts';
import { differenceJson } from '../../core/baseline/difference.ts';
import type { ArmedInherit } from '../../core/branch-state/schema.ts';
import type { Standing } from '../../core/requirement/standing.ts';
import { carryWay, waysOut } from '../../core/requirement/ways-out.ts';

/** The fixed keys of `req status --json`; absent values are null (D37), a word that nobody asked for is not there (S2-139). */
export function statusJson(status: Status): object {
	const {
		place,
		stateFile,
		session,
		armed,
		paused,
		reasons,
		faults,
		problems,
		comprehension,
		waiting,
		differences,
	} = status;
	return {
		project: { root: place.root, branch: place.branch, state_file: stateFile },
		session:
			session === undefined
				? null
				: { key: session.session.key, uuid: session.session.uuid, live: session.live },
		gates: { armed, paused, reasons },
		faults: faults.map(({ at, code, where, message, hint }) => ({
			at,
			code,
			where,
			message,
			hint: hint ?? null,
		})),
		problems: problems.map(({ file, line, key, message }) => ({
			file,
			line: line ?? null,
			key,
			message,
		})),
		requirements: status.standings.map(requirementJson),
		...(differences.length === 0 ? {} : { differences: differences.map(differenceJson) }),
		...(comprehension === undefined ? {} : { comprehension: comprehensionJson(comprehension) }),
		...(waiting === undefined ? {} : { armed_inherit: armedJson(waiting) }),
	};
}

function comprehensionJson({ required, present, warning, at }: Comprehension): object {
	return { required, present, warning, at };
}

function armedJson({ from, ref, select, required, at, by }: ArmedInherit): object {
	return { from_uuid: from, ref, select, required, at, by };
}

function requirementJson(standing: Standing): object {
	const { requirement, satisfied, triggered, satisfaction, reason, heldOn } = standing;
	const { name, type, scope, enforce, message } = requirement;
	return {
		name,
		type,
		scope,
		enforce,
		hold_stop: requirement.holdsStop,
		message: message ?? null,
		satisfied,
		reason,
		triggered,
		triggered_at: standing.triggeredAt ?? null,
		...(standing.uncheckedAt === undefined ? {} : { unchecked_at: standing.uncheckedAt }),
		satisfied_by: satisfaction?.satisfied_by ?? null,
		satisfied_at: satisfaction?.satisfied_at ?? null,
		expires_at: satisfaction?.expires_at ?? null,
		stale: reason === 'stale',
		metadata: satisfaction?.metadata ?? null,
		lines: standing.lines ?? null,
		resolve: [...waysOut(requirement), ...carryWay(standing)],
		...(heldOn === undefined
			? {}
			: { held_on: { branch: heldOn.branch, satisfied_at: heldOn.at } }),
	};
}
