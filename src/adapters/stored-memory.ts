import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredMemory } from '../core/doctor/memory.ts';
import { elements, member, textIn } from '../core/document/foreign-json.ts';
import type { Place } from '../core/place/place.ts';
import { recordKind } from '../core/session-record/kind.ts';
import { tasksKind } from '../core/task/tasks.ts';
import { namesIn } from './lying-around.ts';
import { readJson } from './read-json.ts';
import { archiveDir, sessionsDir } from './record-location.ts';
import { listRuns } from './run-file.ts';
import { lyingAt } from './stored-documents.ts';

/** What sessions of a place remember, as it lies on disk: nothing is moved, mended or made (D7). */
export function storedMemory(place: Place): StoredMemory {
	const tasks = join(place.stateDir, 'tasks.json');
	return {
		records: [sessionsDir(place), archiveDir(place)].flatMap(recordPaths).map((path) => ({
			path,
			lying: lyingAt(path, recordKind),
		})),
		tasks: {
			path: tasks,
			lying: existsSync(tasks) ? lyingAt(tasks, tasksKind) : { kind: 'absent' },
		},
		runs: listRuns(place).unreadable.map(({ file, why }) => ({
			path: join(place.stateDir, file === 'runs' ? '' : 'runs', file),
			why,
		})),
		index: indexOf(place),
	};
}

function recordPaths(directory: string): string[] {
	const names = namesIn(directory).filter((name) => /^[a-z0-9][\w-]*\.json$/.test(name));
	return names.filter((name) => name !== 'index.json').map((name) => join(directory, name));
}

function indexOf(place: Place): StoredMemory['index'] {
	const path = join(sessionsDir(place), 'index.json');
	if (!existsSync(path)) return { path, state: 'absent' };
	const { json } = readJson(path);
	const rows = elements(member(json, 'rows'));
	const isSound = member(json, 'rows') !== undefined && rows.every((row) => isThere(place, row));
	return { path, state: isSound ? 'sound' : 'garbled' };
}

/** A row of a record that was archived meanwhile is brought up to date by whoever reads it next. */
function isThere(place: Place, row: unknown): boolean {
	const name = `${textIn(row, 'file')}.json`;
	return [sessionsDir(place), archiveDir(place)].some((dir) => existsSync(join(dir, name)));
}
