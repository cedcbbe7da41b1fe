import { type Caller, onlyTheUser } from '../../app/commands/caller.ts';
import {
	homeOfCaller,
	memoriesOf,
	remember,
	rememberingScene,
} from '../../app/commands/memory-of.ts';
import { sessionNamed } from '../../app/commands/session-choice.ts';
import { everyRecord } from '../../app/continuity/records.ts';
import type { Kept, Leftover } from '../../app/leftover-ports.ts';
import type { DeskPorts, Ports } from '../../app/ports.ts';
import { machineOf, readRegistry } from '../../app/registering.ts';
import { sceneAt } from '../../app/scene.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Place } from '../../core/place/place.ts';
import { entryOfSession } from '../../core/registry/kind.ts';
import { isAlive } from '../../core/registry/liveness.ts';
import type { Session } from '../../core/session/session-id.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { counted } from '../../core/text/counted.ts';
import { named, oneLine } from '../../core/text/one-line.ts';
import { deskPorts } from '../../runtime/desk-ports.ts';
import { callerAt, command, EXIT, JSON_SHOWN } from '../command.ts';
import { removeAll } from '../prune.ts';

/** `req session cleanup`: 2 where a record should have gone and did not (D37). */
export const cleanup = command({
	about:
		'Moves the records of expired sessions to the archive, where `req session show` still finds them, and says how many. Each session start does so too.',
	options: { '--dry-run': 'show how many would go, move nothing', ...JSON_SHOWN },
	examples: ['req session cleanup --dry-run', 'req session cleanup'],
	run: async ({ dryRun = false }, ports) => {
		const { keys, locked } = await archiveExpired(callerAt(ports, undefined), dryRun, ports);
		const verb = dryRun ? 'would be archived' : 'archived';
		const left = `${counted(locked.length, 'session')} locked by another process: ${locked.join(', ')}; run \`req session cleanup\` again`;
		return {
			text: `${counted(keys.length, 'session')} ${verb}`,
			changed: { dry_run: dryRun, archived: keys.length, keys, locked },
			warnings: locked.length === 0 ? [] : [left],
			exit: locked.length === 0 ? EXIT.done : EXIT.warned,
		};
	},
});

/**
 * Moves the records of sessions that have expired to the archive, where an explicit reference finds them
 * (D14). A session start does so too.
 *
 * @returns keys that went, or would go; and those that were due and stay: somebody else has them locked (D8)
 * @throws Fault `not_configured` where nothing is remembered
 */
async function archiveExpired(caller: Caller, dryRun: boolean, ports: Ports) {
	const { place, config } = await rememberingScene(caller, ports);
	const { continuity } = config;
	const { expired } = await ports.records.survey(place, continuity);
	if (dryRun) return { keys: expired, locked: [] };
	const { moved, locked } = await ports.records.archive(place, expired, continuity);
	return { keys: moved, locked };
}

/** `req session forget REF`: 1 where nobody said yes, 2 where something stayed (D37). */
export const forget = command({
	about:
		'Removes all that is remembered of a session: journal, record, copies. What it satisfied stays with its branch, its tasks with the project. Without --yes it shows what would go.',
	words: { '<session>': 'name, key, id or the first 4 or more characters of it' },
	options: { '--yes': 'remove it', ...JSON_SHOWN },
	examples: ['req session forget 1a2b', 'req session forget 1a2b --yes'],
	run: async ({ session: reference, yes = false }, ports) => {
		const request = { caller: callerAt(ports, undefined), reference, sure: yes };
		const forgotten = await sessionsForget(request, deskPorts(ports));
		const { dryRun, failed } = forgotten;
		const done = failed.length === 0 ? EXIT.done : EXIT.warned;
		return {
			text: forgottenText(forgotten),
			changed: forgottenJson(forgotten),
			warnings: [
				...(dryRun ? ['nothing was removed: say --yes to remove it'] : []),
				...failed.map(({ path, why }) => `${path} stays: ${why}`),
			],
			exit: dryRun ? EXIT.no : done,
		};
	},
});
/** What went, or would go. */
function forgottenText({ session, dryRun, removed, holders }: Forgotten): string {
	const verb = dryRun ? 'would go' : 'forgotten';
	return [
		`session ${oneLine(session.key)}, ${verb}: ${counted(removed.length, 'file')}`,
		...removed.map(({ path }) => `  ${oneLine(path)}`),
		...holders.map((key) => `  its pins in session ${oneLine(key)}`),
		'tasks, events, what it said in runs (runs/), and what later sessions were told or took over (their journals, inherited/) stay',
	].join('\n');
}

/** The same for scripts. */
function forgottenJson({ session, dryRun, removed, holders, failed }: Forgotten): object {
	const { key, uuid } = session;
	return {
		session: { key, uuid },
		dry_run: dryRun,
		removed: removed.map(({ path }) => path),
		unpinned_in: holders,
		failed,
	};
}

/** What is forgotten of a session, or would be. */
export interface Forgotten {
	readonly session: Session;
	/** Nobody said yes: nothing was removed. */
	readonly dryRun: boolean;
	readonly removed: readonly Leftover[];
	/** Keys of the sessions that have pins of it, which go with it. */
	readonly holders: readonly string[];
	/** What should have gone and did not. */
	readonly failed: readonly Kept[];
}

/**
 * Removes all that is remembered of one session: its journal, its record and copies of it, and its pins from the
 * sessions that inherited them. What it satisfied stays with the branch, tasks stay with the project, events keep
 * its id, runs what it said in them, and the journals and bundles of others what they took over.
 *
 * @param request `sure`: the user said yes
 * @throws Fault `refused` for the model and for a session at work, `unknown_session`
 */
export async function sessionsForget(
	request: { readonly caller: Caller; readonly reference: string; readonly sure: boolean },
	ports: DeskPorts,
): Promise<Forgotten> {
	const { caller, reference, sure } = request;
	await onlyTheUser(caller, 'req session forget', ports);
	const place = await homeOfCaller(caller, ports);
	const registry = await readRegistry(place, ports);
	const session = await sessionNamed(reference, { place, registry }, ports);
	const entry = entryOfSession(registry, session.uuid);
	if (entry !== undefined && isAlive(entry, machineOf(ports))) {
		throw new Fault('refused', `session ${named(session.key)} is at work`, {
			hint: 'end it first: what it does next would be remembered again',
		});
	}
	const files = await ports.leftovers.ofSession(place, session);
	if (files.length === 0) {
		throw new Fault('unknown_session', `nothing is stored of session ${named(session.key)}`, {
			hint: 'req session list --all',
		});
	}
	const heirs = await heirsOf(session, place, ports);
	const holders = heirs.map(({ key }) => key);
	if (!sure) return { session, dryRun: true, removed: files, holders, failed: [] };
	await unpin(session, heirs, { place, ports });
	return { session, dryRun: false, holders, ...(await removeAll(files)) };
}

/** The records that have pins of a session. */
async function heirsOf(
	{ uuid, key }: Session,
	place: Place,
	ports: DeskPorts,
): Promise<readonly SessionRecord[]> {
	const records = await everyRecord(place, ports);
	return records.filter((record) => record.uuid !== uuid && labelsFrom(key, record).length > 0);
}

function labelsFrom(key: string, { pins }: SessionRecord): string[] {
	return pins.flatMap(({ label, origin }) => (origin?.session === key ? [label] : []));
}

async function unpin(
	{ key }: Session,
	heirs: readonly SessionRecord[],
	{ place, ports }: { readonly place: Place; readonly ports: DeskPorts },
): Promise<void> {
	const scene = await sceneAt(place, ports);
	if (scene === undefined) return;
	for (const heir of heirs) {
		const [memory] = memoriesOf([heir], scene, ports);
		const entries = labelsFrom(key, heir).map((label) => ({ e: 'unpin', label }) as const);
		if (memory !== undefined) await remember(memory, entries, ports);
	}
}
