import { join } from 'node:path';
import type { Context } from '../context.ts';
import { environmentOf } from '../host/environment.ts';
import { type DocumentKind, type Loaded, parserOf, type Updated } from '../store/document.ts';
import { type DocumentFile, readDocument, updateDocument } from '../store/document-file.ts';
import { unlessFault } from '../store/errors.ts';
import { exists, startedAt } from '../store/processes.ts';
import { liveIds, type Machine, Registry } from './registry-kind.ts';

/** What this room needs of a context. */
export type StateContext = Pick<Context, 'configDir' | 'hostname' | 'now' | 'writing'>;

/** How `sessions.json` is read. */
export const registryKind: DocumentKind<Registry> = {
	parse: parserOf({ version: 1, shape: Registry }, undefined),
	empty: () => ({ schema_version: 1, sessions: {} }),
};

/**
 * The registry as it is stored; a damaged file stays where it is until the next write.
 *
 * @throws Fault `state_unreadable`
 */
function loadRegistry(context: StateContext): Loaded<Registry> {
	return readDocument(registryFile(context).path, registryKind);
}

/** The registry of live sessions (D11); empty if it cannot be read. */
export function readRegistry(context: StateContext): Registry {
	const loaded = unlessFault(() => loadRegistry(context));
	return loaded?.kind === 'present' ? loaded.doc : registryKind.empty();
}

/** Full ids of the sessions that run. */
export function liveNow(context: StateContext): ReadonlySet<string> {
	return liveIds(readRegistry(context), machineOf(context));
}

/** Changes the registry under its lock. `change` returns the same object if there is nothing to change. */
export function updateRegistry(
	change: (registry: Registry) => Registry,
	context: StateContext,
): Promise<Updated<Registry>> {
	const applied = (doc: Registry) => ({ doc: change(doc), retired: [] });
	return updateDocument(registryFile(context), applied, context);
}

/** This machine, as liveness is checked. */
export function machineOf({ now, hostname }: StateContext): Machine {
	return { now: now(), hostname, exists, startedAt };
}

/** Claude Code's process: its pid, and its start time, which a later process with that pid does not have (D11). */
export function processFields(context: Pick<Context, 'env' | 'parentPid' | 'hostname'>) {
	const { clientPid: pid } = environmentOf(context);
	const { hostname: host } = context;
	return { pid, pid_started: startedAt(pid), host };
}

function registryFile({ configDir }: StateContext): DocumentFile<Registry> {
	const quarantineDir = join(configDir, 'requirements', 'quarantine');
	return { path: join(configDir, 'sessions.json'), kind: registryKind, quarantineDir };
}
