import { ttlOf } from '../config/duration.ts';
import { LISTS, type Selection, selectionAsked, selectionText } from '../config/selection.ts';
import type { CommandContext } from '../context.ts';
import { type Caller, keptText, redactedNotes } from '../events/caller.ts';
import { remember, rememberingProject, sessionFor } from '../events/session-memory.ts';
import { BUNDLE_VERSION, onlyOf, progressLines } from '../memory/bundle.ts';
import { readBundle } from '../memory/bundle-files.ts';
import { type Inheritance, inheritNow, loadInheritance } from '../memory/inherit.ts';
import { sessionNamed } from '../memory/known-sessions.ts';
import { Fault } from '../store/fault.ts';
import { dated } from '../text/local-time.ts';
import { named } from '../text/one-line.ts';
import { type Answer, callerAt, command, EXIT, SESSION } from './command.ts';
import { page } from './layout.ts';
import { paintOn } from './terminal.ts';

const EARLIER = 'the earlier session: name, key, id or the first 4 or more characters of it';
const SELECT = {
	'--select <words>':
		'all, or of learnings, patterns, warnings, decisions, progress, with commas between; default: all',
} as const;

/** `req inherit`: what one session takes over from another. 2 if the source is still running (D37). */
export const inherit = command({
	about: 'inherit what an earlier session knew',
	details:
		'The active session inherits what an earlier one learned and reached, at any age, once; the earlier session stays as it is. To start a session with it: `REQ_INHERIT_FROM=REF claude`.',
	words: { '[ref]': EARLIER },
	options: {
		...SELECT,
		'--max-age <duration>': 'refuse a session that ended longer ago, such as 7d',
		...SESSION,
	},
	examples: [
		'req inherit auth-v1',
		'req inherit auth-v1 --select learnings,warnings --max-age 7d',
		'req inherit show auth-v1',
	],
	run: async ({ ref, session: heir, ...given }, context) => {
		const caller = callerAt(context, heir);
		const select = selectionAsked(given.select);
		const maxAge = given.maxAge === undefined ? undefined : ttlOf(given.maxAge);
		if (ref === undefined) return ownBundlePage(caller, select, context);
		const { place, config, session } = await sessionFor(caller, 'any', context);
		if (session === undefined) {
			throw new Fault('unknown_session', 'no session is active here', {
				hint: `REQ_INHERIT_FROM=${named(ref)} claude starts one that inherits it`,
			});
		}
		const source = sessionNamed(ref, place, context);
		const required = config.inherit?.comprehension === 'required';
		const by = caller.isModel ? 'agent' : caller.user;
		const request = { door: 'command' as const, ref, select, required, maxAge, by };
		const loaded = loadInheritance({ ...request, place, config, source, session }, context);
		const from = named(loaded.bundle.from_session);
		if (loaded.isKept) {
			const already = `session ${session.key} inherited from ${from} already`;
			if (loaded.bundle.from_uuid === source.uuid) return { text: `${already}: \`req inherit show\`` };
			throw new Fault('refused', already, {
				hint: `start another session with REQ_INHERIT_FROM=${named(ref)} in its environment`,
			});
		}
		const viewer = { place, continuity: config.continuity, session };
		const shown = await inheritNow(request, loaded, viewer, context);
		const unread = caller.isModel ? [] : [UNREAD];
		const text = shown.text === '' ? [] : ['', shown.text];
		const lines = [`session ${session.key} inherits from ${from}: \`req inherit show\``];
		return { text: [...lines, ...unread, ...text].join('\n'), ...warningsOf(loaded) };
	},
	commands: {
		/** 2 if that session is still running. */
		show: command({
			about: 'show what the session inherited, or would from REF',
			words: { '[ref]': EARLIER },
			options: { ...SELECT, ...SESSION, '--json': 'for scripts; {} if nothing was inherited' },
			examples: ['req inherit show', 'req inherit show auth-v1 --json'],
			run: async ({ ref, session, select: words }, context) => {
				const caller = callerAt(context, session);
				const select = selectionAsked(words);
				if (ref === undefined) return ownBundlePage(caller, select, context);
				const { place, config } = await rememberingProject(caller, context);
				const source = sessionNamed(ref, place, context);
				const noHeir = { session: undefined, maxAge: undefined, door: 'command' as const };
				return bundlePage(loadInheritance({ place, config, source, select, ...noHeir }, context), context);
			},
		}),
		ack: command({
			about: 'keep what the session understood of what it inherited',
			details: 'The last answer counts.',
			words: { '<text...>': 'in two or three sentences' },
			options: SESSION,
			examples: ['req inherit ack "Tokens rotate atomically; I finish the logout and keep session.ts as it is"'],
			run: async ({ text, session: reference }, context) => {
				const said = keptText(text.join(' '), { what: 'the text', max: 2_000 });
				const memory = await sessionFor(callerAt(context, reference), 'one', context);
				const { session, record } = memory;
				if (record.inherited === undefined) {
					throw new Fault('refused', `session ${session.key} inherited nothing`, {
						hint: '`req inherit REF` lets it inherit: req session list --completed',
					});
				}
				await remember(memory, [{ e: 'ack', text: said }], context);
				return {
					text: `session ${session.key} acknowledged what it inherited`,
					warnings: redactedNotes(text, said),
				};
			},
		}),
	},
});

/** What a terminal shows has not reached the model. */
const UNREAD =
	'its model has not read this yet: it does after `/clear` or a compaction, or when you ask it to run `req inherit show`';

type Loaded = Pick<Inheritance, 'bundle' | 'isRunning' | 'warnings'>;

function warningsOf({ isRunning, warnings }: Loaded): Pick<Answer, 'warnings' | 'exit'> {
	return isRunning ? { warnings, exit: EXIT.warned } : { warnings };
}

/** What the active session inherited, or the one that was named. */
async function ownBundlePage(caller: Caller, select: Selection, context: CommandContext): Promise<Answer> {
	const { place, session } = await sessionFor(caller, 'any', context);
	const { bundle, trouble } = session === undefined ? {} : readBundle(place, session);
	if (trouble !== undefined) {
		const what = `what session ${session?.key} inherited cannot be read: ${trouble}`;
		throw new Fault('state_unreadable', what, { hint: 'req doctor' });
	}
	if (bundle !== undefined) {
		const isOther = bundle.version !== BUNDLE_VERSION;
		const warnings = isOther ? ['another version of req wrote it: what is known is shown'] : [];
		return bundlePage({ bundle: onlyOf(bundle, select), isRunning: false, warnings }, context);
	}
	const none =
		session === undefined
			? 'no session is active here; `req inherit show REF` shows what one would inherit'
			: `session ${session.key} inherited nothing; \`req inherit show REF\` shows what it could`;
	return { text: none, json: () => ({}) };
}

/** A bundle to read: of each lesson its id, the session that learned it, and its confidence there. */
function bundlePage(it: Loaded, context: CommandContext): Answer {
	const { bundle, isRunning } = it;
	const lessons = LISTS.map((list) => {
		const rows = bundle[list].map((text, index) => {
			const unknown = { id: '', session: bundle.from_session, confidence: 0 };
			const { id, session, confidence } = bundle.origins[list][index] ?? unknown;
			return [id, session, confidence.toFixed(2), text];
		});
		return [list, rows];
	});
	return {
		text: () =>
			page(
				{
					title: `inherited from ${named(bundle.from_session)}`,
					facts: {
						ended: isRunning ? 'still running' : dated(bundle.from_completed_at, context.now()),
						lineage: bundle.lineage.map(named).join(' → '),
						selected: selectionText(bundle.select),
						'left out': bundle.truncated ? 'what found no room' : undefined,
					},
					lists: {
						...Object.fromEntries(lessons),
						progress: progressLines(bundle).map((line) => [line]),
					},
				},
				paintOn(context),
			),
		json: () => bundle,
		...warningsOf(it),
	};
}
