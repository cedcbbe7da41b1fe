import { onlyTheUser } from '../../app/commands/caller.ts';
import { homeOfCaller, rememberingProject } from '../../app/commands/memory-of.ts';
import { sessionNamed } from '../../app/commands/session-choice.ts';
import type { AllPorts } from '../../app/ports.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Session } from '../../core/session/session-id.ts';
import { named, oneLine } from '../../core/text/one-line.ts';
import { counted } from '../../core/text/phrases.ts';
import type { Place } from '../../git/place.ts';
import { forgetNotesOf, readNotes } from '../../memory/notes.ts';
import { archiveExpired } from '../../memory/recover.ts';
import { allPorts } from '../../runtime/all-ports.ts';
import { machineOf, readRegistry } from '../../state/registry.ts';
import { entryOfSession, isAlive } from '../../state/registry-kind.ts';
import { obstacleFault } from '../../store/obstacle.ts';
import { callerAt, command, EXIT } from '../command.ts';
import { removeAll } from '../prune.ts';

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
	run: async ({ session: reference, yes: isSure = false }, live) => {
		const ports = allPorts(live);
		const caller = callerAt(ports, undefined);
		onlyTheUser(caller, 'req session forget');
		const place = await homeOfCaller(caller, ports);
		const session = await sessionOver(reference, place, ports);
		const { key, uuid } = session;
		const files = await ports.leftovers.ofSession(place, session);
		const notes = readNotes(place).all.filter((note) => note.session === uuid);
		if (files.length + notes.length === 0) {
			throw new Fault('unknown_session', `nothing is stored of session ${named(key)}`, {
				hint: 'req session list --all',
			});
		}
		if (isSure) await forgetNotes(place, uuid, ports);
		const { removed, failed } = isSure ? await removeAll(files) : { removed: files, failed: [] };
		const paths = removed.map(({ path }) => path);
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

/** @throws Fault with the code of the obstacle */
async function forgetNotes(place: Place, uuid: string, ports: AllPorts): Promise<void> {
	const refused = await forgetNotesOf(place, uuid, ports.context);
	if (refused !== undefined) throw obstacleFault(refused.obstacle);
}

/** @throws Fault `refused` for a session at work, `unknown_session` */
async function sessionOver(reference: string, place: Place, ports: AllPorts): Promise<Session> {
	const session = await sessionNamed(reference, place, ports);
	const entry = entryOfSession(readRegistry(ports.context), session.uuid);
	if (entry === undefined || !isAlive(entry, machineOf(ports.context))) return session;
	throw new Fault('refused', `session ${named(session.key)} is at work`, {
		hint: 'end it first: what it does next would be remembered again',
	});
}
