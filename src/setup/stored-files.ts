import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../core/context.ts';
import { Fault } from '../core/fault/fault.ts';
import { parseRecord } from '../core/setup/setup-file.ts';
import { oneLine } from '../core/text/one-line.ts';
import { isStateFile, type Place } from '../git/place.ts';
import { RECORD_VERSION } from '../memory/record.ts';
import { tasksKind } from '../memory/tasks.ts';
import { readRuns } from '../runs/run-file.ts';
import { branchStateKind } from '../state/branch-files.ts';
import { registryKind } from '../state/registry.ts';
import type { DocumentKind } from '../store/document.ts';
import { readDocument } from '../store/document-file.ts';
import { unlessError } from '../store/errors.ts';
import { member } from '../store/foreign-json.ts';
import { isLocked, lockOwner } from '../store/lock.ts';
import { fileNamesIn } from '../store/read-file.ts';
import { isRecord as isObject } from '../store/shape.ts';
import { STATE_FOLDERS } from './leftovers.ts';

/** A stored document that cannot be used. */
export interface BadDocument {
	readonly path: string;
	/** `unreadable`: damaged, or this user may not read it. */
	readonly kind: 'unreadable' | 'newer';
	readonly why: string;
}

type Parse = DocumentKind<object>['parse'];
/** The documents of a folder. */
type DocumentRow = readonly [folder: string, isOne: (name: string) => boolean, parse: Parse];

/** Reads all documents of a project and its user. Moves and repairs nothing. */
export function badDocuments(place: Place, context: Context): readonly BadDocument[] {
	const { stateDir, link } = place;
	const { configDir } = context;
	const isRecord = (name: string) => /^[a-z0-9][\w-]*\.json$/.test(name);
	const ofUser: readonly DocumentRow[] = [
		[join(configDir, 'requirements'), (name) => name === 'init.json', parseRecord],
		[configDir, (name) => name === 'sessions.json', registryKind.parse],
	];
	const ofProject: readonly DocumentRow[] = [
		[stateDir, isStateFile, branchStateKind(place, context).parse],
		[stateDir, (name) => name === 'tasks.json', tasksKind.parse],
		[stateDir, (name) => name === 'init.json', parseRecord],
		[join(stateDir, 'sessions'), isRecord, parseSessionRecord],
		[join(stateDir, 'sessions/archive'), isRecord, parseSessionRecord],
	];
	// Nothing behind a link counts.
	const rows = link === undefined ? [...ofProject, ...ofUser] : ofUser;
	const found = rows.flatMap(([folder, isOne, parse]) => {
		const names = fileNamesIn(folder).filter(isOne);
		return names.flatMap((name) => badDocument(join(folder, name), parse) ?? []);
	});
	const runs = readRuns(place).unreadable.map(({ file, why }) => {
		return { path: join(stateDir, 'runs', file), kind: 'unreadable' as const, why };
	});
	return [...found, ...runs];
}

function badDocument(path: string, parse: Parse): BadDocument | undefined {
	try {
		const found = readDocument(path, { parse });
		if (found.kind === 'corrupt') return { path, kind: 'unreadable', why: found.reason };
		if (found.kind !== 'newer') return undefined;
		return { path, kind: 'newer', why: `it has schema version ${found.version}` };
	} catch (error) {
		if (!(error instanceof Fault)) throw error;
		return { path, kind: 'unreadable', why: error.message };
	}
}

/** A record as it is on disk: whatever it lacks, its session is shown as far as it is understood. */
function parseSessionRecord(json: unknown): ReturnType<Parse> {
	if (!isObject(json)) return { kind: 'corrupt', reason: 'it is no object' };
	const version = member(json, 'schema_version');
	const isNewer = typeof version === 'number' && version > RECORD_VERSION;
	return isNewer ? { kind: 'newer', version } : { kind: 'present', doc: json };
}

/** Milliseconds. Writers hold a lock for some milliseconds. */
const LONG_HELD = 10_000;

/** The locks that a process has held for long, or that nobody signed. `age` in milliseconds. */
export function heldLocks(
	{ stateDir }: Place,
	{ configDir, hostname }: Context,
): readonly { path: string; age: number; pid: string; host: string }[] {
	const folders = STATE_FOLDERS.map((folder) => join(stateDir, folder));
	const locks = folders.flatMap((folder) =>
		fileNamesIn(folder)
			.filter((name) => name.endsWith('.lock'))
			.map((name) => join(folder, name)),
	);
	return [...locks, join(configDir, 'sessions.json.lock')].flatMap((path) => {
		const document = path.replace(/\.lock$/, '');
		const age = Date.now() - (unlessError(() => statSync(path).mtimeMs) ?? Infinity);
		if (age < LONG_HELD || !isLocked(document, hostname)) return [];
		const { pid = '(unknown)', host = hostname } = lockOwner(document) ?? {};
		return [{ path, age, pid: String(pid), host: oneLine(host) }];
	});
}
