import { onlyTheUser } from '../../app/commands/caller.ts';
import {
	homeOfCaller,
	memoriesOf,
	remember,
	rememberingProject,
} from '../../app/commands/memory-of.ts';
import { sessionNamed } from '../../app/commands/session-choice.ts';
import { everyRecord } from '../../app/continuity/records.ts';
import type { AllPorts } from '../../app/ports.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Session } from '../../core/session/session-id.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { named, oneLine } from '../../core/text/one-line.ts';
import { counted } from '../../core/text/phrases.ts';
import { projectAt } from '../../events/projects.ts';
import type { Place } from '../../git/place.ts';
import { allPorts } from '../../runtime/all-ports.ts';
import { machineOf, readRegistry } from '../../state/registry.ts';
import { entryOfSession, isAlive } from '../../state/registry-kind.ts';
import { callerAt, command, EXIT } from '../command.ts';
import { removeAll } from '../prune.ts';

/**
 * `req session cleanup`: 2 where a record should have gone and did not (D37), because somebody else has it locked (D8).
 */
export const cleanup = command({
	about:
		'Moves the records of expired sessions to the archive, where `req session show` still finds them, and says how many. Each session start does so too.',
	examples: ['req session cleanup'],
	run: async (_, ports) => {
		const { place, config } = await rememberingProject(callerAt(ports, undefined), ports);
		const { continuity } = config;
		const { expired } = await ports.records.survey(place, continuity);
		const { moved: keys, locked } = await ports.records.archive(place, expired, continuity);
		const left = `${counted(locked.length, 'session')} locked by another process: ${locked.join(', ')}; run \`req session cleanup\` again`;
		return {
			text: `${counted(keys.length, 'session')} archived`,

			warnings: locked.length === 0 ? [] : [left],
			exit: locked.length === 0 ? EXIT.done : EXIT.warned,
		};
	},
});

/**
 * `req session forget REF`: also takes its pins from the sessions that inherited them. Events keep its id, runs what it
 * said in them, and the journals and bundles of others what they took over. 1 where nobody said yes, 2 where something
 * stayed (D37).
 */
export const forget = command({
	about:
		'Removes all that is remembered of a session: journal, record, copies. What it satisfied stays with its branch, its tasks with the project. Without --yes it shows what would go.',
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
		if (files.length === 0) {
			throw new Fault('unknown_session', `nothing is stored of session ${named(key)}`, {
				hint: 'req session list --all',
			});
		}
		const heirs = (await everyRecord(place, ports)).filter(
			(record) => record.uuid !== uuid && labelsFrom(key, record).length > 0,
		);
		if (isSure) await unpin(session, heirs, { place, ports });
		const { removed, failed } = isSure ? await removeAll(files) : { removed: files, failed: [] };
		const paths = removed.map(({ path }) => path);
		const undone = `nothing was removed; \`req session forget ${oneLine(key)} --yes\` removes it`;
		const holders = heirs.map((heir) => heir.key);
		return {
			text: [
				`session ${oneLine(key)}, ${isSure ? 'forgotten' : 'would go'}: ${counted(paths.length, 'file')}`,
				...paths.map((path) => `  ${oneLine(path)}`),
				...holders.map((holder) => `  its pins in session ${oneLine(holder)}`),
				'tasks, events, what it said in runs (runs/), and what later sessions were told or took over (their journals, inherited/) stay',
				...(isSure ? [] : [undone]),
			].join('\n'),

			warnings: failed.map(({ path, why }) => `${path} stays: ${why}`),
			exit: failed.length === 0 ? EXIT.done : EXIT.warned,
		};
	},
});

/** @throws Fault `refused` for a session at work, `unknown_session` */
async function sessionOver(reference: string, place: Place, ports: AllPorts): Promise<Session> {
	const session = await sessionNamed(reference, place, ports);
	const entry = entryOfSession(readRegistry(ports.context), session.uuid);
	if (entry === undefined || !isAlive(entry, machineOf(ports.context))) return session;
	throw new Fault('refused', `session ${named(session.key)} is at work`, {
		hint: 'end it first: what it does next would be remembered again',
	});
}

function labelsFrom(key: string, { pins }: SessionRecord): string[] {
	return pins.flatMap(({ label, origin }) => (origin?.session === key ? [label] : []));
}

async function unpin(
	{ key }: Session,
	heirs: readonly SessionRecord[],
	{ place, ports }: { readonly place: Place; readonly ports: AllPorts },
): Promise<void> {
	const project = await projectAt(place, ports);
	if (project === undefined) return;
	for (const heir of heirs) {
		const [memory] = memoriesOf([heir], project, ports);
		const entries = labelsFrom(key, heir).map((label) => ({ e: 'unpin', label }) as const);
		if (memory !== undefined) await remember(memory, entries, ports);
	}
}
