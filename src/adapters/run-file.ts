import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunBegin, RunFiles, RunListing } from '../app/run-ports.ts';
import { type FoundRun, RunRecord } from '../core/run/schema.ts';
import type { Place } from '../git/place.ts';
import { writeAtomic } from '../store/atomic-write.ts';
import { underLock } from '../store/document-file.ts';
import { codeOf, unlessUnwritable } from '../store/errors.ts';
import type { Writer } from '../store/lock.ts';
import { BUSY } from '../store/obstacle.ts';
import { makeDirectory } from '../store/paths.ts';
import { readJson } from '../store/read-file.ts';

const EXTENSION = '.json';
/** Bytes. A loop as long as loops usually are comes to half of it, where every session says as much as it may. */
const MAX_RUN = 64 * 1024 * 1024;

/** Runs as `<stateDir>/runs/<run_id>.json`. */
export function liveRunFiles(world: Writer): RunFiles {
	return {
		list: async (place) => listRuns(place),
		unfinished: async (place) => unfinishedRuns(place),
		naming: async (place, tasks) => runsNaming(place, tasks),
		begin: async (place, run, isRival) => beginRun(place, { run, isRival }, world),
		save: async (place, run) => saveRun(place, run),
	};
}

/** Never throws: runs that cannot be read are passed over, and named. */
export function listRuns(place: Place): RunListing {
	return runsOf(place, () => true);
}

/** A whole file that does not have a task's id in quotes says nothing of it; a part of one may have lost it. */
function runsNaming(place: Place, tasks: readonly string[]): RunListing {
	if (tasks.length === 0) return { runs: [], unreadable: [] };
	const keys = tasks.map((task) => JSON.stringify(task));
	const isWhole = (text: string) => text.startsWith('{') && text.trimEnd().endsWith('}');
	return runsOf(place, (text) => !isWhole(text) || keys.some((key) => text.includes(key)));
}

function unfinishedRuns(place: Place): RunRecord[] {
	const { runs } = runsOf(place, (text) => /"completed_at":\s*null/.test(text));
	return runs.map(({ record }) => record);
}

function runsOf(place: Place, isWanted: (text: string) => boolean): RunListing {
	const runs: FoundRun[] = [];
	const unreadable: { file: string; why: string }[] = [];
	const { names, trouble } = runNames(directoryOf(place));
	if (trouble !== undefined) unreadable.push({ file: 'runs', why: trouble });
	for (const name of names) {
		const path = join(directoryOf(place), name);
		const read = readJson(path, MAX_RUN);
		if (read.text !== '' && !isWanted(read.text)) continue;
		const file = name.slice(0, -EXTENSION.length);
		const parsed = RunRecord.safeParse(read.json);
		if (!parsed.success) unreadable.push({ file: name, why: read.trouble ?? 'it holds no run' });
		else if (parsed.data.run_id !== file)
			unreadable.push({ file: name, why: 'it holds another run' });
		else runs.push({ file, record: parsed.data });
	}
	return { runs, unreadable };
}

async function beginRun(
	place: Place,
	{ run, isRival }: { readonly run: RunRecord; readonly isRival: (other: RunRecord) => boolean },
	world: Writer,
): Promise<RunBegin> {
	const begin = (): RunBegin => {
		const rival = unfinishedRuns(place).find(isRival);
		if (rival !== undefined) return { kind: 'rival', rival };
		return { kind: saveRun(place, run) ? 'begun' : 'unwritable' };
	};
	const path = join(directoryOf(place), 'begin');
	const begun = await underLock(path, begin, world);
	if (begun.kind !== 'refused') return begun;
	return { kind: begun.obstacle === BUSY ? 'busy' : 'unwritable' };
}

function saveRun(place: Place, run: RunRecord): boolean {
	const text = `${JSON.stringify(run, undefined, '\t')}\n`;
	const path = join(directoryOf(place), `${run.run_id}${EXTENSION}`);
	const write = () => {
		makeDirectory(directoryOf(place));
		return writeAtomic(path, text);
	};
	return unlessUnwritable(write) ?? false;
}

function directoryOf({ stateDir }: Place): string {
	return join(stateDir, 'runs');
}

/** No run was ever kept; a file in the place of the state directory is a matter of its own. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR']);

function runNames(directory: string): { readonly names: string[]; readonly trouble?: string } {
	try {
		return { names: readdirSync(directory).filter((name) => name.endsWith(EXTENSION)) };
	} catch (error) {
		const code = codeOf(error);
		return ABSENT.has(code) ? { names: [] } : { names: [], trouble: `cannot be read: ${code}` };
	}
}
