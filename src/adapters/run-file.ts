import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunFiles, RunListing } from '../app/run-ports.ts';
import type { Place } from '../core/place/place.ts';
import { type FoundRun, RunRecord } from '../core/run/schema.ts';
import { writeAtomic } from './atomic-write.ts';
import { readJson } from './read-json.ts';
import { codeOf, isUnwritable } from './unwritable.ts';

const EXTENSION = '.json';

/** Runs as `<stateDir>/runs/<run_id>.json`. */
export function liveRunFiles(): RunFiles {
	return {
		list: async (place) => listRuns(place),
		save: async (place, run) => saveRun(place, run),
	};
}

function listRuns(place: Place): RunListing {
	const runs: FoundRun[] = [];
	const unreadable: { file: string; why: string }[] = [];
	for (const name of namesIn(directoryOf(place))) {
		const { json, trouble } = readJson(join(directoryOf(place), name));
		const file = name.slice(0, -EXTENSION.length);
		const parsed = RunRecord.safeParse(json);
		if (parsed.success) runs.push({ file, record: parsed.data });
		else unreadable.push({ file: name, why: trouble ?? 'it holds no run' });
	}
	return { runs, unreadable };
}

function saveRun(place: Place, run: RunRecord): boolean {
	try {
		mkdirSync(directoryOf(place), { recursive: true, mode: 0o700 });
		const path = join(directoryOf(place), `${run.run_id}${EXTENSION}`);
		return writeAtomic(path, `${JSON.stringify(run, undefined, '\t')}\n`, () => true);
	} catch (error) {
		if (isUnwritable(error)) return false;
		throw error;
	}
}

function directoryOf({ stateDir }: Place): string {
	return join(stateDir, 'runs');
}

function namesIn(directory: string): string[] {
	try {
		return readdirSync(directory).filter((name) => name.endsWith(EXTENSION));
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return [];
		throw error;
	}
}
