import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { seenConfigFile } from '../config/load-config.ts';
import { keptText, onlyTheUser, redactedNotes } from '../events/caller.ts';
import { continueSession } from '../events/session-continue.ts';
import { homeOfCaller, remember, rememberingProject, sessionFor } from '../events/session-memory.ts';
import type { Place } from '../git/place.ts';
import { journalPath, recordPath } from '../journal/files.ts';
import { applyStart } from '../memory/apply-start.ts';
import { decideStart } from '../memory/decide-start.ts';
import { appendEvents } from '../memory/events.ts';
import { sessionNamed } from '../memory/known-sessions.ts';
import { forgetNotesOf, readNotes } from '../memory/notes.ts';
import { runningWarning } from '../memory/other-sessions.ts';
import { readStart } from '../memory/read-start.ts';
import { capturedEvent, recoverSessions } from '../memory/recover.ts';
import { isSameName, whyNoName } from '../memory/session-name.ts';
import { allSessions, readSession, storeRecord } from '../memory/sessions.ts';
import { callsDir } from '../state/call-marks.ts';
import { liveNow, readRegistry } from '../state/registry.ts';
import { unlessError, unlessUnwritable } from '../store/errors.ts';
import { Fault } from '../store/fault.ts';
import { named, oneLine, quoted } from '../text/one-line.ts';
import { counted } from '../text/phrases.ts';
import { type Command, callerAt, command, EXIT, SESSION } from './command.ts';
import { events, list } from './session/list.ts';
import { preview } from './session/preview.ts';
import { exporting, lineage, show } from './session/show.ts';

const PHASE = { what: 'the phase', max: 64 };
const NOTE = { what: 'the note', max: 2_000 };

/** `req session name NAME`: one that no other session of the repository has (D15). */
const name = command({
	about: 'name the session',
	details: 'No other session of this repository has the name.',
	words: { '<new-name>': 'at most 64 characters' },
	options: SESSION,
	examples: ['req session name auth-rewrite'],
	run: async ({ newName, session: reference }, context) => {
		const wanted = newName.trim();
		const why = whyNoName(wanted);
		if (why !== undefined) {
			const what = `${quoted(newName)} is not a name for a session: ${why}`;
			throw new Fault('usage', what, { hint: 'such as `req session name auth-rewrite`' });
		}
		const memory = await sessionFor(callerAt(context, reference), 'one', context);
		const { place, session, record } = memory;
		await remember(memory, [{ e: 'name', name: wanted }], context);
		const others = allSessions(place, context).filter(({ uuid }) => uuid !== session.uuid);
		const other = others.find(({ name: its = '' }) => isSameName(its, wanted));
		if (other !== undefined) {
			// Checked last: of two sessions that take a name at the same time, each gives it back.
			await remember(memory, [{ e: 'name', name: record.name ?? '' }], context);
			const what = `session ${oneLine(other.key)} is called ${named(wanted)} already`;
			const hint = 'take another name, or give that session another one with --session';
			throw new Fault('refused', what, { hint });
		}
		return { text: `session ${session.key} is called ${named(wanted)}` };
	},
});

/** `req session phase NAME` */
const phase = command({
	about: 'set the phase of the session, such as planning',
	words: { '<phase>': 'such as planning' },
	options: SESSION,
	examples: ['req session phase review'],
	run: async ({ phase: wanted, session: reference }, context) => {
		const text = keptText(wanted, PHASE);
		const memory = await sessionFor(callerAt(context, reference), 'one', context);
		await remember(memory, [{ e: 'phase', phase: text }], context);
		const { key } = memory.session;
		return {
			text: `session ${key} is in phase ${named(text)}`,
			warnings: redactedNotes(wanted, text),
		};
	},
});

/** `req session complete`: only its lessons and critical pins are passed on, until the session goes on. */
const complete = command({
	about: 'mark the work of the session as finished',
	details: 'Only what it learned and its critical pins are passed on, until you prompt it again.',
	options: SESSION,
	examples: ['req session complete', 'req session complete --session auth'],
	run: async ({ session: reference }, context) => {
		const memory = await sessionFor(callerAt(context, reference), 'one', context);
		const { closed = false } = memory.record;
		if (!closed) await remember(memory, [{ e: 'complete' }], context);
		return { text: `session ${memory.session.key} is ${closed ? 'complete already' : 'complete'}` };
	},
});

/**
 * `req session capture [TEXT]`: what the hooks do by themselves, for places without them. 2 if no
 * event could be written (D37).
 */
const capture = command({
	about: 'store the record of the session now',
	details: 'With a note if you like. Hooks store it by themselves.',
	words: { '[note...]': 'where the work is' },
	options: SESSION,
	examples: ['req session capture "half of the routes are moved"'],
	run: async ({ note, session: reference }, context) => {
		const said = note.length === 0 ? undefined : keptText(note.join(' '), NOTE);
		const memory = await sessionFor(callerAt(context, reference), 'one', context);
		const { place, session, config } = memory;
		if (said !== undefined) await remember(memory, [{ e: 'note', from: 'user', text: said }], context);
		const record = unlessUnwritable(() => storeRecord(place, session, config.continuity, context));
		if (record === undefined) {
			throw new Fault('state_unwritable', `nothing was stored in ${place.stateDir}`, {
				hint: 'free the disk or make the folder writable',
			});
		}
		const refused = await appendEvents(place, [capturedEvent(record)], context);
		const unwritten = `no event was written to events.jsonl (${refused?.what})`;
		const { pins, recent_learnings: lessons, pending_tasks: tasks } = record;
		const counts = Object.entries({ pin: pins, lesson: lessons, task: tasks });
		const held = counts.map(([thing, all]) => counted(all.length, thing)).join(', ');
		return {
			text: `session ${record.key} is captured: ${held}`,
			warnings: [...redactedNotes(note, said), ...(refused ? [unwritten] : [])],
			exit: refused === undefined ? EXIT.done : EXIT.warned,
		};
	},
});

/** `req session cleanup` */
const cleanup = command({
	about: 'move expired sessions to the archive',
	details: '`req session show` still finds them there. Each session start does it as well.',
	examples: ['req session cleanup'],
	run: async (_, context) => {
		const project = await rememberingProject(callerAt(context, undefined), context);
		const registry = readRegistry(context);
		const { archived } = await recoverSessions({ ...project, self: undefined, registry }, context);
		return { text: `${counted(archived, 'session')} archived` };
	},
});

const FORCED = { recursive: true, force: true };

/** What stays of a session: others have it as theirs. */
const STAYS =
	'tasks, events, what it said in runs (runs/), and what later sessions were shown or took over (their journals, inherited/) stay';

/**
 * `req session forget REF`: with it goes what it noted, its pins in later sessions included. 2 if
 * something could not be removed (D37).
 */
const forget = command({
	about: 'remove all that is remembered of a session',
	details:
		'That is its journal, record, copies and notes. What it satisfied stays with its branch, its tasks with the project. Without --yes it shows what would go.',
	words: { '<session>': 'name, key, id or the first 4 or more characters of it' },
	options: { '--yes': 'remove it' },
	examples: ['req session forget 1a2b', 'req session forget 1a2b --yes'],
	run: async ({ session: reference, yes: isSure = false }, context) => {
		const caller = callerAt(context, undefined);
		onlyTheUser(caller, 'req session forget');
		const place = homeOfCaller(caller, context);
		const session = sessionNamed(reference, place, context);
		const { uuid } = session;
		const who = readSession(place, session, context)?.name ?? session.key;
		if (liveNow(context).has(uuid)) {
			throw new Fault('refused', `session ${named(who)} is active`, {
				hint: 'end it first: what it does next would be remembered again',
			});
		}
		const files = filesOf(place, uuid, context.configDir);
		const notes = readNotes(place).all.filter((note) => note.session === uuid);
		if (files.length + notes.length === 0) {
			const what = `nothing is stored of session ${named(who)}`;
			throw new Fault('unknown_session', what, { hint: 'req session list --all' });
		}
		if (isSure) await forgetNotesOf(place, uuid, context);
		if (isSure) for (const path of files) unlessError(() => rmSync(path, FORCED));
		const kept = isSure ? files.filter((path) => existsSync(path)) : [];
		const gone = files.filter((path) => !kept.includes(path));
		const noted = notes.length === 0 ? [] : [`${counted(notes.length, 'note')} in notes.jsonl`];
		const what = `session ${named(who)}, ${isSure ? 'forgotten' : 'would go'}`;
		const undone = `nothing was removed; \`req session forget ${named(who)} --yes\` removes it`;
		return {
			text: [
				`${what}: ${counted(gone.length, 'file')}`,
				...[...gone, ...noted].map((one) => `  ${oneLine(one)}`),
				STAYS,
				...(isSure ? [] : [undone]),
			].join('\n'),
			warnings: kept.map((path) => `${path} cannot be removed`),
			exit: kept.length === 0 ? EXIT.done : EXIT.warned,
		};
	},
});

/** What is stored of a session. The journal goes first: the record could be folded from it. */
function filesOf(place: Place, uuid: string, configDir: string): string[] {
	const quarantine = join(place.stateDir, 'quarantine');
	const unreadable = unlessError(() => readdirSync(quarantine)) ?? [];
	const files = [
		join(callsDir(configDir), uuid),
		...[journalPath, recordPath].flatMap((of) => [of(place, uuid), of(place, uuid, true)]),
		seenConfigFile(configDir, uuid),
		join(configDir, 'requirements', 'sessions', `${uuid}.json`),
		join(place.stateDir, 'inherited', `${uuid}.json`),
		// Records that could not be read: their names go on with a time.
		...unreadable.flatMap((name) => (name.startsWith(`${uuid}.`) ? [join(quarantine, name)] : [])),
	];
	return files.filter((path) => existsSync(path));
}

/** `req session continue REF`: 2 if the source is still running (D25). */
const continuing = command({
	about: 'bring what an earlier session knew into this one',
	details: 'Of any age: its pins, lessons, tasks and activity summary. Replaces what came in by itself.',
	words: {
		'<ref>': 'the earlier session: name, key, id or the first 4 or more characters of it',
	},
	options: SESSION,
	examples: ['req session continue auth-rewrite'],
	run: async ({ ref, session }, context) => {
		const asked = { caller: callerAt(context, session), ref };
		const { isRunning, from, text: shown } = await continueSession(asked, context);
		const text = shown || 'that session has nothing to pass on';
		if (!isRunning) return { text };
		return { text, warnings: [runningWarning(from)], exit: EXIT.warned };
	},
});

/** `req session restore`: 2 if no session is active that could keep it. */
const restore = command({
	about: 'bring in now what a session start brings in',
	details: 'Hooks do it by themselves.',
	options: SESSION,
	examples: ['req session restore'],
	run: async ({ session: reference }, context) => {
		const memory = await sessionFor(callerAt(context, reference), 'any', context);
		const { place, config, session } = memory;
		const viewer = { place, continuity: config.continuity, session };
		const decision = decideStart({ kind: 'start' }, await readStart(viewer, {}, context));
		const text = decision.text || 'no earlier session has anything to pass on here';
		if (session === undefined) {
			const warnings = ['no session is active here, so nothing was kept'];
			return { text, warnings, exit: EXIT.warned };
		}
		await applyStart(decision, { place, session }, context);
		return { text };
	},
});

/** `req session`: what sessions of this repository were, are and pass on. */
export const session: Command = {
	about: 'list, show, name, continue and forget sessions',
	details: 'A session is named by its name, key or id, or by the first 4 or more characters of its id.',
	examples: ['req session list', 'req session show auth-v1', 'req session name auth-rewrite'],
	commands: {
		list,
		show,
		lineage,
		events,
		name,
		phase,
		complete,
		capture,
		preview,
		continue: continuing,
		restore,
		export: exporting,
		cleanup,
		forget,
	},
};
