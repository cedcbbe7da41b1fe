import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onlyTheUser } from '../../app/commands/caller.ts';
import { homeOfCaller, rememberingProject } from '../../app/commands/memory-of.ts';
import { sessionNamed } from '../../app/commands/session-choice.ts';
import type { CommandPorts } from '../../app/ports.ts';
import { seenConfigFile } from '../../config/seen-configs.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Session } from '../../core/session/session-id.ts';
import { named, oneLine } from '../../core/text/one-line.ts';
import { counted } from '../../core/text/phrases.ts';
import type { Place } from '../../git/place.ts';
import { journalPath, recordPath } from '../../journal/files.ts';
import { forgetNotesOf, readNotes } from '../../memory/notes.ts';
import { archiveExpired } from '../../memory/recover.ts';
import { callsDir } from '../../state/call-marks.ts';
import { machineOf, readRegistry } from '../../state/registry.ts';
import { entryOfSession, isAlive } from '../../state/registry-kind.ts';
import { obstacleFault } from '../../store/obstacle.ts';
import { callerAt, command, EXIT } from '../command.ts';

/** `req session cleanup` */
export const cleanup = command({
	about:
		'Moves the records of expired sessions to the archive, where `req session show` still finds them, and says how many. Each session start does so too.',
	examples: ['req session cleanup'],
	run: async (_, ports) => {
		const project = await rememberingProject(callerAt(ports, undefined), ports);
		const count = await archiveExpired(project, ports);
		return { text: `${counted(count, 'session')} archived` };
	},
});

/**
 * `req session forget REF`: what it noted goes, too, also from the sessions that inherited its pins. Events keep its id, runs
 * what it said in them, and the journals and bundles of others what they took over. 1 where nobody said yes, 2 where something
 * stayed (D37).
 */
export const forget = command({
	about:
		'Removes all that is remembered of a session: journal, record, copies, notes. What it satisfied stays with its branch, its tasks with the project. Without --yes it shows what would go.',
	words: { '<session>': 'name, key, id or the first 4 or more characters of it' },
	options: { '--yes': 'remove it' },
	examples: ['req session forget 1a2b', 'req session forget 1a2b --yes'],
	run: async ({ session: reference, yes: isSure = false }, ports) => {
		const caller = callerAt(ports, undefined);
		onlyTheUser(caller, 'req session forget');
		const place = await homeOfCaller(caller, ports);
		const session = await sessionOver(reference, place, ports);
		const { key, uuid } = session;
		const files = filesOf(place, uuid, ports.context.configDir);
		const notes = readNotes(place).all.filter((note) => note.session === uuid);
		if (files.length + notes.length === 0) {
			throw new Fault('unknown_session', `nothing is stored of session ${named(key)}`, {
				hint: 'req session list --all',
			});
		}
		if (isSure) await forgetNotes(place, uuid, ports);
		const failed = isSure ? removeAll(files) : [];
		const paths = files.filter((file) => failed.every(({ path }) => path !== file));
		const undone = `nothing was removed; \`req session forget ${oneLine(key)} --yes\` removes it`;
		const said = `  ${counted(notes.length, 'note')} in notes.jsonl`;
		return {
			text: [
				`session ${oneLine(key)}, ${isSure ? 'forgotten' : 'would go'}: ${counted(paths.length, 'file')}`,
				...paths.map((path) => `  ${oneLine(path)}`),
				...(notes.length === 0 ? [] : [said]),
				'tasks, events, what it said in runs (runs/), and what later sessions were told or took over (their journals, inherited/) stay',
				...(isSure ? [] : [undone]),
			].join('\n'),
			warnings: failed.map(({ path, why }) => `${path} stays: ${why}`),
			exit: failed.length === 0 ? EXIT.done : EXIT.warned,
		};
	},
});

/** What is stored of a session. The journal goes first: from it the record could be folded again. */
function filesOf(place: Place, uuid: string, configDir: string): string[] {
	const files = [
		join(callsDir(configDir), uuid),
		journalPath(place, uuid),
		journalPath(place, uuid, true),
		recordPath(place, uuid),
		recordPath(place, uuid, true),
		seenConfigFile(configDir, uuid),
		join(configDir, 'requirements', 'sessions', `${uuid}.json`),
		join(place.stateDir, 'inherited', `${uuid}.json`),
	];
	return files.filter((path) => existsSync(path));
}

/** Removes files; returns those that the system keeps. */
function removeAll(paths: readonly string[]): { readonly path: string; readonly why: string }[] {
	return paths.flatMap((path) => {
		try {
			rmSync(path, { recursive: true, force: true });
			return [];
		} catch (error) {
			return [{ path, why: (error as Error).message }];
		}
	});
}

/** @throws Fault with the code of the obstacle */
async function forgetNotes(place: Place, uuid: string, ports: CommandPorts): Promise<void> {
	const refused = await forgetNotesOf(place, uuid, ports.context);
	if (refused !== undefined) throw obstacleFault(refused.obstacle);
}

/** @throws Fault `refused` for a session at work, `unknown_session` */
async function sessionOver(reference: string, place: Place, ports: CommandPorts): Promise<Session> {
	const session = await sessionNamed(reference, place, ports);
	const entry = entryOfSession(readRegistry(ports.context), session.uuid);
	if (entry === undefined || !isAlive(entry, machineOf(ports.context))) return session;
	throw new Fault('refused', `session ${named(session.key)} is at work`, {
		hint: 'end it first: what it does next would be remembered again',
	});
}
