import type { Caller } from '../app/commands/caller.ts';
import { maxAgeOf, selectionOf } from '../app/commands/inherit-source.ts';
import { keptText } from '../app/commands/kept-text.ts';
import { recordOf } from '../app/commands/record-asked.ts';
import type { Ports } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import type { Bundle } from '../core/inherit/bundle.ts';
import { LISTS, type List, selectionText } from '../core/inherit/selection.ts';
import { storageNotes } from '../core/inject/change-text.ts';
import { runningWarning } from '../core/inject/other-sessions.ts';
import { branchText } from '../core/place/branch-text.ts';
import { validationOf } from '../core/session-record/session-context.ts';
import { counted } from '../core/text/counted.ts';
import { named, oneLine } from '../core/text/one-line.ts';
import {
	type Answer,
	type Command,
	callerAt,
	command,
	EXIT,
	JSON_SHOWN,
	SESSION,
} from './command.ts';
import {
	type Armed,
	bundleFrom,
	disarm,
	type InheritedNow,
	inheritFrom,
	ownBundle,
	type ShownBundle,
} from './inheritance.ts';
import { redactedNotes } from './layout.ts';
import { type Paint, paint } from './paint.ts';
import { injectionJson } from './session/preview.ts';
import { dated } from './time.ts';
import { ownMemory } from './working-memory.ts';

const EARLIER = 'the earlier session: name, key, id or the first 4 or more characters of it';
const SELECT = {
	'--select <words>':
		'all, or of learnings, patterns, warnings, decisions, progress, with commas between; default: all',
} as const;

const ACKNOWLEDGED = { what: 'the text', max: 2_000 };

/** `req inherit`: what one session takes over from another that somebody names. */
export const inherit: Command = {
	about:
		'Lets the session at work inherit from one you name, at any age: what it learnt, and what it reached. Where no session is at work, the next one of the branch inherits. `req inherit REF` is short for `req inherit from REF`, whose options are in `req help inherit from`.',
	examples: [
		'req inherit auth-v1',
		'req inherit auth-v1 --next --comprehension required',
		'req inherit show auth-v1',
	],
	commands: {
		/** 2 where the source is still running (D37). */
		from: command({
			about:
				'Inherits from one session and its ancestors, once, in place of what comes in by itself. That session stays as it is.',
			words: { '[ref]': EARLIER },
			options: {
				...SELECT,
				'--max-age <duration>': 'refuse a session that ended longer ago, such as 7d',
				'--comprehension <word>': {
					about: 'whether it has to say what it understood; default: as the config says',
					choices: ['required', 'optional'],
				},
				'--next': 'the next session of the branch inherits, not the one at work',
				'--cancel': 'take back what waits for the next session',
				...SESSION,
				...JSON_SHOWN,
			},
			examples: [
				'req inherit auth-v1',
				'req inherit auth-v1 --select learnings,warnings --max-age 7d',
				'req inherit auth-v1 --next --comprehension required',
				'req inherit --cancel',
			],
			run: async ({ ref, cancel, session, select, maxAge, comprehension, next }, ports) => {
				const caller = callerAt(ports, session);
				if (cancel) return cancelled(ref, caller, ports);
				if (ref === undefined) {
					throw new Fault('usage', 'no session is named to inherit from', {
						hint: 'req session list --completed',
					});
				}
				const request = {
					...{ caller, ref, next: next === true },
					...{ select: selectionOf(select), maxAge: maxAgeOf(maxAge) },
					required: comprehension === undefined ? undefined : comprehension === 'required',
				};
				const outcome = await inheritFrom(request, ports);
				const kept = outcome.kind === 'armed' ? storageNotes(outcome.stored.kind) : [];
				return withWarnings(
					{
						text: inheritedText(outcome, caller.isModel),
						changed: inheritedJson(outcome),
						warnings: [...outcome.warnings, ...kept],
					},
					outcome,
				);
			},
		}),
		/** 2 where that session is still running. */
		show: command({
			about:
				'Shows what the session inherited, or what one would that inherited from REF now. So does `req inherit` alone.',
			words: { '[ref]': EARLIER },
			options: { ...SELECT, ...SESSION, '--json': 'for scripts; {} where there is nothing' },
			examples: ['req inherit show', 'req inherit show auth-v1 --json'],
			run: async ({ ref, session, select }, ports) => {
				const asked = { caller: callerAt(ports, session), select: selectionOf(select) };
				const shown = await (ref === undefined
					? ownBundle(asked, ports)
					: bundleFrom({ ...asked, ref }, ports));
				return withWarnings(
					{
						text: () => bundleText(shown, paint(), ports.now()),
						json: () => shown.bundle ?? {},
						warnings: shown.warnings,
					},
					shown,
				);
			},
		}),
		ack: command({
			about: 'Keeps what the session understood of what it inherited. The last answer counts.',
			words: { '<text...>': 'in two or three sentences' },
			options: { ...SESSION, ...JSON_SHOWN },
			examples: [
				'req inherit ack "Tokens rotate atomically; I finish the logout and keep session.ts as it is"',
			],
			run: async ({ text, session: reference }, ports) => {
				const said = keptText(text.join(' '), ACKNOWLEDGED);
				const { place, session, record, note } = await ownMemory(reference, ports);
				if (record.inherited === undefined) {
					throw new Fault('refused', `session ${session.key} inherited nothing`, {
						hint: '`req inherit REF` lets it inherit: req session list --completed',
					});
				}
				await note({ e: 'ack', text: said.text });
				return {
					text: `session ${session.key} acknowledged what it inherited`,
					changed: {
						session: session.key,
						...validationOf(await recordOf(place, session, ports)),
					},
					warnings: redactedNotes(said.redacted),
				};
			},
		}),
	},
};

async function cancelled(ref: string | undefined, caller: Caller, ports: Ports): Promise<Answer> {
	if (ref !== undefined) {
		throw new Fault('usage', '--cancel takes no session', { hint: 'req inherit --cancel' });
	}
	const disarmed = await disarm(caller, ports);
	const branch = branchText(disarmed.branch);
	return {
		text:
			disarmed.ref === undefined
				? `nothing waits for the next session of ${branch}`
				: `the next session of ${branch} does not inherit from ${named(disarmed.ref)}`,
		changed: { branch: disarmed.branch, cancelled: disarmed.ref ?? null },
		warnings: storageNotes(disarmed.stored.kind),
	};
}

function withWarnings(
	said: Answer & { readonly warnings: readonly string[] },
	{ isRunning, bundle }: Pick<ShownBundle, 'isRunning' | 'bundle'>,
): Answer {
	if (!isRunning) return said;
	const running = runningWarning(bundle?.from_session ?? '');
	return { ...said, warnings: [...said.warnings, running], exit: EXIT.warned };
}
/**
 * What came of `req inherit REF`: what the session is told of it, or what waits for the next one. What a terminal shows
 * has not reached the model.
 */
export function inheritedText(outcome: InheritedNow | Armed, isModel: boolean): string {
	const from = named(outcome.bundle.from_session);
	switch (outcome.kind) {
		case 'armed':
			return `the next session of ${branchText(outcome.branch)} inherits from ${from}; \`req inherit --cancel\` takes that back`;
		case 'there':
			return `session ${outcome.session.key} inherited from ${from} already: \`req inherit show\``;
		case 'inherited': {
			const what = `session ${outcome.session.key} inherits from ${from}: \`req inherit show\``;
			const text = outcome.injection?.text ?? '';
			return [what, ...(isModel ? [] : [UNREAD]), ...(text === '' ? [] : ['', text])].join('\n');
		}
		default:
			return outcome satisfies never;
	}
}

const UNREAD =
	'its model has not read this yet: it does after `/clear` or a compaction, or when you ask it to run `req inherit show`';

/** The same for scripts; absent values are null (D37). */
export function inheritedJson(outcome: InheritedNow | Armed): object {
	const { kind, bundle, isRunning } = outcome;
	const injection = kind === 'inherited' ? outcome.injection : undefined;
	return {
		session: kind === 'armed' ? null : outcome.session.key,
		armed: kind === 'armed',
		already: kind === 'there',
		from_session: bundle.from_session,
		running: isRunning,
		inherited: bundle,
		told: injection === undefined ? null : injectionJson(injection),
	};
}

/** A bundle to read: each item with how sure it was there, and the session it is of. */
export function bundleText(shown: ShownBundle, { bold }: Paint, now: number): string {
	const { bundle } = shown;
	if (bundle === undefined) return noneText(shown);
	const title = bold(`inherited from ${named(bundle.from_session)}`);
	const parts = LISTS.map((list) => listText(list, bundle, bold)).filter((text) => text !== '');
	return [
		[title, ...factLines(shown, bundle, now)].join('\n'),
		...parts,
		...progressText(bundle, bold),
	].join('\n\n');
}

function noneText({ session, waiting }: ShownBundle): string {
	const none =
		session === undefined
			? 'no session is at work here; `req inherit show REF` shows what one would inherit'
			: `session ${session.key} inherited nothing; \`req inherit show REF\` shows what it could`;
	if (waiting === undefined) return none;
	const next = `the next session of this branch inherits from ${named(waiting)}`;
	return `${none}\n${next}: \`req session preview\`, \`req inherit --cancel\``;
}

function factLines(
	{ isRunning }: ShownBundle,
	{ from_completed_at: ended, lineage, select, truncated }: Bundle,
	now: number,
): string[] {
	return [
		isRunning ? '  still at work' : `  over since  ${dated(ended, now)}`,
		`  lineage     ${lineage.map(named).join(' → ')}`,
		`  selected    ${selectionText(select)}`,
		...(truncated ? ['  not all of it found room'] : []),
	];
}

function listText(list: List, bundle: Bundle, bold: Paint['bold']): string {
	const lines = bundle[list].map((text, index) => {
		const origin = bundle.origins[list][index];
		const from =
			origin === undefined ? '' : ` [${named(origin.session)}, ${origin.confidence.toFixed(2)}]`;
		return `  ${oneLine(text)}${from}`;
	});
	return lines.length === 0 ? '' : [`${bold(list)} (${lines.length})`, ...lines].join('\n');
}

function progressText({ progress_summary: summary }: Bundle, bold: Paint['bold']): string[] {
	const lines = summary.split('\n').map(oneLine);
	const said = lines.filter((line) => line !== '').map((line) => `  ${line}`);
	if (said.length === 0) return [];
	return [[`${bold('progress')} (${counted(summary.length, 'character')})`, ...said].join('\n')];
}
