import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BundleAt, Kept, PipelineFolders } from '../app/pipeline-ports.ts';
import { bundleFileText } from '../core/inherit/bundle.ts';
import type { IterationPaths } from '../core/pipeline/context.ts';
import type { Place } from '../core/place/place.ts';
import { writeAtomic } from './atomic-write.ts';
import { readBundleFile } from './bundle-store.ts';
import { readJson } from './read-json.ts';
import { isObstructed, readRegular } from './read-regular.ts';

/** Bytes of an output that are kept. */
const MAX_OUTPUT = 1024 * 1024;
/** Characters at the end of a longer one that are not: a secret may have been cut in two there. */
const TORN = 8 * 1024;

/** The folders of pipelines: one in the system's own place for what passes, `<stateDir>/runs/<run_id>/` for what stays. */
export function livePipelineFolders(): PipelineFolders {
	return {
		// `mkdtemp` makes it for this user alone; sessions are told the path without links in it.
		make: () => realpathSync(mkdtempSync(join(tmpdir(), 'req-pipeline-'))),
		remove: (folder) => rmSync(folder, { recursive: true, force: true }),
		begin: beginIteration,
		give: (context) => writeJson(context.paths.context, context),
		// A link could lead to any file of the user.
		status: ({ status }) => (isObstructed(status) ? undefined : readJson(status).json),
		keep: (at, kept) => orNothing(() => keepIteration(at, kept)),
		keepBundle: (place, at, bundle) =>
			orNothing(() => {
				const path = bundlePath(place, at);
				makeFolder(place, at.run);
				return writeAtomic(path, bundleFileText(bundle), () => true);
			}) === true,
		bundlePath,
		directoryOf: ({ context }) => dirname(context),
		readBundle: async (path) => {
			const read = readBundleFile(path);
			return read.kind === 'present' ? read.doc : undefined;
		},
	};
}

function beginIteration(folder: string, key: string): IterationPaths {
	const own = join(folder, key);
	rmSync(own, { recursive: true, force: true });
	mkdirSync(own, { mode: 0o700 });
	return {
		context: join(own, 'context.json'),
		status: join(own, 'status.json'),
		output: join(own, 'output.md'),
	};
}

function keepIteration(
	{ place, run, key }: { readonly place: Place; readonly run: string; readonly key: string },
	{ context, status, validation, redact }: Kept,
): string | undefined {
	const own = join(makeFolder(place, run), key);
	rmSync(own, { recursive: true, force: true });
	makePrivate(own);
	const parts = { context, status, validation };
	for (const [name, value] of Object.entries(parts)) {
		if (value !== undefined) writeJson(join(own, `${name}.json`), value);
	}
	if (isObstructed(context.paths.output)) return undefined;
	const output = readRegular(context.paths.output, { bytes: MAX_OUTPUT, of: 'start' });
	if (output.kind !== 'text') return undefined;
	const path = join(own, 'output.md');
	const clean = redact(output.text);
	writeFileSync(path, output.isWhole ? clean : clean.slice(0, -TORN), { mode: 0o600 });
	return path;
}

function bundlePath(place: Place, { run, file }: BundleAt): string {
	return join(folderOf(place, run), file);
}

function folderOf({ stateDir }: Place, run: string): string {
	return join(stateDir, 'runs', run);
}

/** @throws Error where a link leads out of the runs: what is removed and written there would be somebody else's */
function makeFolder(place: Place, run: string): string {
	const folder = folderOf(place, run);
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const own = join(realpathSync(place.stateDir), 'runs', run);
	if (realpathSync(folder) !== own) throw new Error(`${folder} is a link`);
	chmodSync(folder, 0o700);
	return folder;
}

function makePrivate(folder: string): void {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	chmodSync(folder, 0o700);
}

function writeJson(path: string, value: unknown): void {
	writeFileSync(path, `${JSON.stringify(value, undefined, '\t')}\n`, { mode: 0o600 });
}

/** What is kept beside the run's own file is for people to look into: without it the pipeline goes on. */
function orNothing<Value>(work: () => Value): Value | undefined {
	try {
		return work();
	} catch {
		return undefined;
	}
}
