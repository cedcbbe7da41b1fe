import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type {
	BundleAt,
	KeptOutput,
	PipelineFiles,
	PipelineFolders,
	PipelineSource,
	WhatToKeep,
} from '../app/run-ports.ts';
import { readYaml } from '../config/yaml-file.ts';
import type { Context } from '../core/context.ts';
import { Fault } from '../core/fault/fault.ts';
import type { IterationPaths } from '../core/pipeline/pipeline.ts';
import type { Place } from '../git/place.ts';
import { type Bundle, bundleFileText } from '../memory/bundle.ts';
import { redactFields } from '../secrets/redact.ts';
import { writeAtomic } from '../store/atomic-write.ts';
import { codeOf, unlessUnwritable } from '../store/errors.ts';
import { makeDirectory } from '../store/paths.ts';
import { readConfigFile, readJson, readRegular } from '../store/read-file.ts';

/** Bytes of an output that are kept. */
const MAX_OUTPUT = 1024 * 1024;
/** Characters at the end of a longer one that are not: a secret may have been cut in two there. */
const TORN = 8 * 1024;
const TOO_LARGE = `output.md is larger than ${MAX_OUTPUT / 1024} kB: its end is not kept`;

/** The folders of pipelines: one in `temporary`, the system's own place for what passes, `<stateDir>/runs/<run_id>/` for what stays. */
export function livePipelineFolders({
	temporary,
	pid,
}: Pick<Context, 'temporary' | 'pid'>): PipelineFolders {
	return {
		// `mkdtemp` makes it for this user alone; sessions are told the path without links in it.
		make: () =>
			writing(temporary, (parent) =>
				// `req prune` finds it by this name.
				realpathSync(mkdtempSync(join(parent, `req-pipeline-${pid}-`))),
			),
		remove: (folder) => rmSync(folder, { recursive: true, force: true }),
		begin: (folder, key) => writing(folder, () => beginIteration(folder, key)),
		give: (context) => {
			const { context: path } = context.paths;
			writing(dirname(path), () => writeJson(path, context));
		},
		status: ({ status }) => readJson(status),
		// Without it the pipeline goes on, and somebody is told.
		keep: (at, kept) => {
			try {
				return keepIteration(at, kept);
			} catch (error) {
				return { output: undefined, trouble: `what it left cannot be kept: ${codeOf(error)}` };
			}
		},
		keepBundle,
		bundlePath,
	};
}

/** @throws Fault `state_unwritable` where nothing can be written there */
function writing<Made>(parent: string, make: (parent: string) => Made): Made {
	try {
		return make(parent);
	} catch (cause) {
		if (codeOf(cause) === '') throw cause;
		throw new Fault('state_unwritable', `no folder can be made in ${parent}`, {
			hint: 'free the disk, or let TMPDIR name a folder you may write in, and go on with `--resume`',
			cause,
		});
	}
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
	{ place, run, key }: Parameters<PipelineFolders['keep']>[0],
	{ context, status: said, validation }: WhatToKeep,
): KeptOutput {
	const own = join(makeFolder(place, run), key);
	rmSync(own, { recursive: true, force: true });
	mkdirSync(own, { mode: 0o700 });
	const { output: left } = context.paths;
	const read = readRegular(left, { bytes: MAX_OUTPUT, of: 'start' });
	const text = read.kind === 'text' ? read.text : '';
	// What a session wrote (D30).
	const { clean, status } = redactFields({ clean: text, status: said }, ['clean', 'status']);
	const parts = { context, status, validation };
	for (const [name, value] of Object.entries(parts)) {
		if (value !== undefined) writeJson(join(own, `${name}.json`), value);
	}
	if (read.kind === 'absent') return { output: undefined, trouble: undefined };
	if (read.kind === 'refused') return { output: undefined, trouble: `output.md ${read.why}` };
	const output = join(own, 'output.md');
	writeFileSync(output, read.isWhole ? clean : clean.slice(0, -TORN), { mode: 0o600 });
	return { output, trouble: read.isWhole ? undefined : TOO_LARGE };
}

function keepBundle(place: Place, at: BundleAt, bundle: Bundle): boolean {
	const isKept = unlessUnwritable(() => {
		makeFolder(place, at.run);
		return writeAtomic(bundlePath(place, at), bundleFileText(bundle));
	});
	return isKept === true;
}

function bundlePath(place: Place, { run, file }: BundleAt): string {
	return join(folderOf(place, run), file);
}

function folderOf({ stateDir }: Place, run: string): string {
	return join(join(stateDir, 'runs'), run);
}

/** @throws Error where a link leads out of the runs: what is removed and written there would be somebody else's */
function makeFolder(place: Place, run: string): string {
	const folder = folderOf(place, run);
	makeDirectory(folder);
	const own = join(realpathSync(place.stateDir), 'runs', run);
	if (realpathSync(folder) !== own) {
		// As the system would say that no folder can be made there.
		throw Object.assign(new Error(`${folder} is a link`), { code: 'ENOTDIR' });
	}
	chmodSync(folder, 0o700);
	return folder;
}

function writeJson(path: string, value: unknown): void {
	writeFileSync(path, `${JSON.stringify(value, undefined, '\t')}\n`, { mode: 0o600 });
}

/** Pipelines as YAML files, wherever somebody has them. */
export function livePipelineFiles(): PipelineFiles {
	return {
		read: async (cwd, file) => readPipelineFile(resolve(cwd, file)),
		text: (cwd, file, within) => readConfigFile(resolve(cwd, file), within),
	};
}

function readPipelineFile(path: string): PipelineSource {
	const read = readConfigFile(path, undefined);
	if (read.kind === 'refused') return read;
	const { value, problems, lineOf } = readYaml(read.text);
	return {
		kind: 'source',
		source: { layer: 'project', file: path, value, lineOf },
		problems: problems.map((problem) => ({ ...problem, file: path })),
	};
}
