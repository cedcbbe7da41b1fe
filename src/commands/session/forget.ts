import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { seenConfigFile } from '../../config/seen-configs.ts';
import { onlyTheUser } from '../../events/caller.ts';
import { homeOfCaller } from '../../events/session-memory.ts';
import type { Place } from '../../git/place.ts';
import { journalPath, recordPath } from '../../journal/files.ts';
import { sessionNamed } from '../../memory/known-sessions.ts';
import { forgetNotesOf, readNotes } from '../../memory/notes.ts';
import { callsDir } from '../../state/call-marks.ts';
import { liveNow } from '../../state/registry.ts';
import { unlessError } from '../../store/errors.ts';
import { Fault } from '../../store/fault.ts';
import { named, oneLine } from '../../text/one-line.ts';
import { counted } from '../../text/phrases.ts';
import { callerAt, command, EXIT } from '../command.ts';

const FORCED = { recursive: true, force: true };

/** What stays of a session: others have it as theirs. */
const STAYS =
	'tasks, events, what it said in runs (runs/), and what later sessions were shown or took over (their journals, inherited/) stay';

/**
 * `req session forget REF`: with it goes what it noted, its pins in later sessions included. 2 if
 * something could not be removed (D37).
 */
export const forget = command({
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
		const { key, uuid } = sessionNamed(reference, place, context);
		if (liveNow(context).has(uuid)) {
			throw new Fault('refused', `session ${named(key)} is active`, {
				hint: 'end it first: what it does next would be remembered again',
			});
		}
		const files = filesOf(place, uuid, context.configDir);
		const notes = readNotes(place).all.filter((note) => note.session === uuid);
		if (files.length + notes.length === 0) {
			const what = `nothing is stored of session ${named(key)}`;
			throw new Fault('unknown_session', what, { hint: 'req session list --all' });
		}
		if (isSure) await forgetNotesOf(place, uuid, context);
		if (isSure) for (const path of files) unlessError(() => rmSync(path, FORCED));
		const kept = isSure ? files.filter((path) => existsSync(path)) : [];
		const gone = files.filter((path) => !kept.includes(path));
		const noted = notes.length === 0 ? [] : [`${counted(notes.length, 'note')} in notes.jsonl`];
		const what = `session ${oneLine(key)}, ${isSure ? 'forgotten' : 'would go'}`;
		const undone = `nothing was removed; \`req session forget ${oneLine(key)} --yes\` removes it`;
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
