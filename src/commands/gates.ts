import {
	approve as approveIt,
	clear as clearThem,
	type Pausing,
	pause as pauseBranch,
	unpause as unpauseBranch,
} from '../app/commands/gate-changes.ts';
import { namesAndCarry, satisfy as satisfyThem } from '../app/commands/satisfy.ts';
import { OUTSIDE } from '../app/commands/session-choice.ts';
import type { Changed } from '../app/commands/store-changes.ts';
import { trust as trustIt } from '../app/commands/trust.ts';
import { approvalTtlOf, ttlOf } from '../app/commands/ttl.ts';
import {
	approvedText,
	clearedText,
	pausedText,
	satisfiedText,
	storageNotes,
	trustedText,
	unpausedText,
	type Whose,
} from '../core/inject/change-text.ts';
import { branchText, onBranchText } from '../core/place/branch-text.ts';
import { type Answer, callerAt, command, EXIT, JSON_CHANGED, SESSION } from './command.ts';

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
		...JSON_CHANGED,
	},
	examples: [
		'req satisfy commit_plan',
		'req satisfy commit_plan --ttl 2h',
		'req satisfy commit_plan --carry',
	],
	run: async ({ names, session, ttl, evidence, carry }, ports) => {
		const wanted = carry === undefined ? undefined : { from: carry === true ? undefined : carry };
		const request = {
			...{ caller: callerAt(ports, session), ...namesAndCarry(names, wanted) },
			...{ ttl: ttl === undefined ? undefined : ttlOf(ttl), evidence },
		};
		const satisfied = await satisfyThem(request, ports);
		const requirements = satisfied.names.map(({ name, already, holds, ...one }) => ({
			...{ name, already, holds },
			expires_at: one.expiresAt ?? null,
			carried_from: one.from ?? null,
		}));
		const text = satisfiedText(satisfied.names, whoseOf(satisfied), ports.now());
		return stored(satisfied, { text, changed: { ...whereOf(satisfied), requirements } });
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
		...JSON_CHANGED,
	},
	examples: ['req clear commit_plan', 'req clear tested --all-sessions'],
	run: async ({ names, session, allSessions = false, force = false }, ports) => {
		const request = { caller: callerAt(ports, session), names, allSessions, force };
		const cleared = await clearThem(request, ports);
		const changed = { ...whereOf(cleared), requirements: cleared.names };
		return stored(cleared, { text: clearedText(cleared.names, whoseOf(cleared)), changed });
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
		...JSON_CHANGED,
	},
	examples: ['req approve on_main --ttl 1h', 'req approve size --ttl 30m --by ana'],
	run: async ({ name, session, ttl, by }, ports) => {
		const caller = callerAt(ports, session);
		const request = { caller, name, ttl: approvalTtlOf(ttl), by: by ?? caller.user };
		const approved = await approveIt(request, ports);
		return stored(approved, {
			text: approvedText(approved, whoseOf(approved), ports.now()),
			changed: {
				...whereOf(approved),
				requirements: approved.requirements.map((one) => one.name),
				by: approved.by,
				expires_at: approved.expiresAt ?? null,
			},
		});
	},
});

/** `req pause` */
export const pause = command({
	about: 'Switches the gates of this branch off, until `req unpause`.',
	options: {
		'--reason <text>': 'one line on why; replaces the reason of a pause that stands',
		...JSON_CHANGED,
	},
	examples: ['req pause --reason "hotfix"'],
	run: async ({ reason }, ports) => {
		const pausing = await pauseBranch({ caller: callerAt(ports, undefined), reason }, ports);
		const { paused } = pausing;
		const json = paused && { at: paused.at, by: paused.by, reason: paused.reason ?? null };
		const text = pausedText(branchText(pausing.place.branch), pausing, ports.now());
		return pausingAnswer(pausing, text, json);
	},
});

/** `req unpause` */
export const unpause = command({
	about: 'Switches the gates of this branch on again.',
	options: JSON_CHANGED,
	examples: ['req unpause'],
	run: async (_, ports) => {
		const pausing = await unpauseBranch({ caller: callerAt(ports, undefined) }, ports);
		const text = unpausedText(branchText(pausing.place.branch), pausing);
		return pausingAnswer(pausing, text, undefined);
	},
});

/** `req trust` */
export const trust = command({
	about:
		'A session is held to the place and the requirements it began with: where the config asks for less now, the stricter of both counts. This shows what differs and accepts it: what is there now, for the live sessions of this repository, and any state that something other than req wrote. Only you can run it.',
	options: {
		...SESSION,
		'--dry-run': 'show what differs, accept nothing',
		...JSON_CHANGED,
	},
	examples: ['req trust --dry-run', 'req trust'],
	run: async ({ session, dryRun = false }, ports) => {
		const trusted = await trustIt({ caller: callerAt(ports, session), dryRun }, ports);
		const jsonOf = (wanted: string) =>
			trusted.changes.flatMap(({ of, json }) => (of === wanted ? [json] : []));
		return {
			text: trustedText(trusted),
			changed: { dry_run: dryRun, sessions: jsonOf('session'), states: jsonOf('state') },
		};
	},
});

function pausingAnswer(
	{ place: { branch }, stored }: Pausing,
	text: string,
	paused: object | undefined,
): Answer {
	const isChanged = stored.kind !== 'unchanged';
	return {
		text,
		changed: { branch, changed: isChanged, paused: paused ?? null },
		warnings: storageNotes(stored.kind),
	};
}

/** Where something was changed, and for which session: null from outside any. */
export function whereOf({ place, session }: Changed): object {
	return { branch: place.branch, session: session.key === OUTSIDE ? null : session.key };
}

/** A terminal may stand beside several sessions, so each is named by its key. */
function whoseOf({ place, session }: Changed): Whose {
	const isOutside = session.key === OUTSIDE;
	return {
		on: onBranchText(place.branch),
		session: isOutside ? undefined : `session ${session.key}`,
	};
}

/** A change that was made; with a warning where nothing tells of its session here. */
export function stored({ session, isKnown, stored: it }: Changed, answer: Answer): Answer {
	const warnings = storageNotes(it.kind);
	if (isKnown) return { ...answer, warnings };
	const unheard = `nothing is known of session ${session.uuid} here: no hook of req has seen it`;
	return { ...answer, warnings: [...warnings, unheard], exit: EXIT.warned };
}
