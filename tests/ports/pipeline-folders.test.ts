import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { livePipelineFolders } from '../../src/adapters/pipeline-files.ts';
import type { PipelineFolders } from '../../src/app/run-ports.ts';
import type { IterationContext, IterationPaths } from '../../src/core/pipeline/pipeline.ts';
import type { Bundle } from '../../src/memory/bundle.ts';
import { readRunBundle } from '../../src/memory/bundle-files.ts';
import { processContext } from '../../src/runtime/context.ts';
import { bundle as bundleOfRecords, learnt } from '../support/bundled.ts';
import { makePipe } from '../support/make-pipe.ts';
import { placeIn } from '../support/place-in.ts';
import { record } from '../support/some-source.ts';
import { withoutRight } from '../support/without-right.ts';

const RUN = '20261120T080910123Z_1a2b3c4d';
const AT = { run: RUN, file: 'inherited-1.json' };

interface Handing extends AsyncDisposable {
	readonly folders: PipelineFolders;
	/** The directory of the test. */
	readonly dir: string;
	readonly stateDir: string;
	/** Of the one iteration, `plan-1`. */
	readonly paths: IterationPaths;
	readonly context: IterationContext;
	/** Keeps it, with this of its status and validation. */
	readonly keep: (status?: unknown, validation?: unknown) => ReturnType<PipelineFolders['keep']>;
	/** A file that is kept of it. */
	readonly kept: (name: string) => string;
}

const TOKEN = ['gh', 'p_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');

async function handing(): Promise<Handing> {
	const fixture = await createFixture({});
	const folders = livePipelineFolders(processContext());
	const stateDir = join(fixture.path, 'state');
	const folder = folders.make();
	const paths = folders.begin(folder, 'plan-1');
	const context: IterationContext = {
		session: 'n-plan-1',
		iteration: 1,
		inherited: {},
		inputs: {},
		paths,
	};
	const place = placeIn(stateDir);
	return {
		...{ folders, dir: fixture.path, stateDir, paths, context },
		keep: (status, validation) =>
			folders.keep({ place, run: RUN, key: 'plan-1' }, { context, status, validation }),
		kept: (name) => join(stateDir, 'runs', RUN, 'plan-1', name),
		[Symbol.asyncDispose]: async () => {
			folders.remove(folder);
			await fixture.rm();
		},
	};
}

function someBundle(text: string): Bundle {
	return bundleOfRecords([record('a', { insights: learnt(text) })]);
}

describe('where a session reads and writes', () => {
	it('is for this user alone, empty at each beginning, and gone in the end', async () => {
		await using given = await handing();
		const { folders, paths, context } = given;
		folders.give(context);
		expect(JSON.parse(readFileSync(paths.context, 'utf8'))).toEqual(context);
		const own = dirname(paths.context);
		const folder = dirname(own);
		expect([folder, own, paths.context].map((path) => statSync(path).mode & 0o77)).toEqual([
			...[0, 0, 0],
		]);
		writeFileSync(paths.status, '{}');
		expect(folders.begin(folder, 'plan-1')).toEqual(paths);
		expect(readdirSync(own)).toEqual([]);
		folders.remove(folder);
		expect(existsSync(folder)).toBe(false);
		folders.remove(folder);
	});

	it('two at once have two', () => {
		const folders = livePipelineFolders(processContext());
		const [one, other] = [folders.make(), folders.make()];
		expect(one).not.toBe(other);
		for (const folder of [one, other]) folders.remove(folder);
	});
});

describe('the status that a session wrote', () => {
	it.each<[string, string, unknown]>([
		['whole', '{"decision": "stop"}', { decision: 'stop' }],
		['half-written', '{"decision": "st', undefined],
		['empty', '', undefined],
		['no object', '7', 7],
	])('%s', async (_, text, json) => {
		await using given = await handing();
		writeFileSync(given.paths.status, text);
		const read = given.folders.status(given.paths);
		expect(read.json).toEqual(json);
		expect(read.trouble === undefined).toBe(json !== undefined);
	});

	it('is nothing, and no trouble, where it wrote none', async () => {
		await using given = await handing();
		const { json, trouble } = given.folders.status(given.paths);
		expect([json, trouble]).toEqual([undefined, undefined]);
	});

	it.each<[string, (path: string) => void]>([
		['a directory', (path) => mkdirSync(path)],
		['a pipe', makePipe],
		['larger than 4 MB', (path) => writeFileSync(path, `"${'x'.repeat(4 * 1024 * 1024)}"`)],
	])('is nothing in the shape of %s, and somebody is told', async (_, make) => {
		await using given = await handing();
		make(given.paths.status);
		expect(given.folders.status(given.paths)).toMatchObject({
			...{ json: undefined, trouble: expect.any(String) },
		});
	});
});

describe('what is kept of an iteration', () => {
	it('is what it was given and came to, private and redacted', async () => {
		await using given = await handing();
		writeFileSync(given.paths.output, `# ${TOKEN}\n`);
		const output = given.kept('output.md');
		expect(given.keep({ decision: 'stop' }, { ok: true })).toEqual({ output, trouble: undefined });
		expect(readFileSync(output, 'utf8')).toBe('# [redacted:github]\n');
		expect(JSON.parse(readFileSync(given.kept('context.json'), 'utf8'))).toEqual(given.context);
		expect(JSON.parse(readFileSync(given.kept('status.json'), 'utf8'))).toEqual({
			decision: 'stop',
		});
		expect(JSON.parse(readFileSync(given.kept('validation.json'), 'utf8'))).toEqual({ ok: true });
		const own = dirname(output);
		const modes = [dirname(own), own, ...readdirSync(own).map((name) => join(own, name))];
		expect(modes.map((path) => statSync(path).mode & 0o77)).toEqual([0, 0, 0, 0, 0, 0]);
	});

	it('has nothing left of the try before', async () => {
		await using given = await handing();
		writeFileSync(given.paths.output, 'first');
		given.keep({ decision: 'stop' }, { ok: true });
		given.folders.begin(dirname(dirname(given.paths.context)), 'plan-1');
		expect(given.keep()).toEqual({ output: undefined, trouble: undefined });
		expect(readdirSync(dirname(given.kept('context.json')))).toEqual(['context.json']);
	});

	it('is nothing where a file stands in the way: nothing is thrown, and somebody is told', async () => {
		await using given = await handing();
		writeFileSync(given.stateDir, '');
		expect(given.keep()).toMatchObject({ output: undefined, trouble: expect.any(String) });
	});

	it('is nothing behind a link, and what that leads to stays as it is', async () => {
		await using given = await handing();
		const other = join(given.dir, 'other');
		mkdirSync(join(other, 'plan-1'), { recursive: true });
		writeFileSync(join(other, 'plan-1/mine'), 'mine');
		mkdirSync(join(given.stateDir, 'runs'), { recursive: true });
		symlinkSync(other, join(given.stateDir, 'runs', RUN));
		expect(given.keep({ decision: 'stop' })).toMatchObject({ trouble: expect.any(String) });
		expect(readdirSync(join(other, 'plan-1'))).toEqual(['mine']);
	});
});

describe('a bundle that sessions of a run inherit', () => {
	it('is read as it was kept, and only by this user', async () => {
		await using given = await handing();
		const place = placeIn(given.stateDir);
		const bundle = someBundle('l');
		expect(given.folders.keepBundle(place, AT, bundle)).toBe(true);
		const path = given.folders.bundlePath(place, AT);
		expect(path).toBe(join(given.stateDir, 'runs', RUN, AT.file));
		expect(readRunBundle(place, path)).toEqual(bundle);
		expect(statSync(path).mode & 0o77).toBe(0);
		expect(readdirSync(dirname(path))).toEqual([AT.file]);
	});

	it('cannot be kept where a file or a link stands in the way', async () => {
		await using given = await handing();
		const place = placeIn(given.stateDir);
		mkdirSync(given.stateDir);
		writeFileSync(join(given.stateDir, 'runs'), '');
		expect(given.folders.keepBundle(place, AT, someBundle('l'))).toBe(false);
		const elsewhere = placeIn(join(given.dir, 'other'));
		mkdirSync(join(given.dir, 'other/runs'), { recursive: true });
		symlinkSync(given.dir, join(given.dir, 'other/runs', RUN));
		expect(given.folders.keepBundle(elsewhere, AT, someBundle('l'))).toBe(false);
		expect(existsSync(join(given.dir, AT.file))).toBe(false);
	});

	it('cannot be kept, nor an iteration, where this user may not write', async () => {
		await using given = await handing();
		mkdirSync(given.stateDir);
		const [bundle, place] = [someBundle('l'), placeIn(given.stateDir)];
		await withoutRight(given.stateDir, async () => {
			expect(given.folders.keepBundle(place, AT, bundle)).toBe(false);
			expect(given.keep()).toMatchObject({ output: undefined, trouble: expect.any(String) });
		});
		expect(readdirSync(given.stateDir)).toEqual([]);
	});

	it.each<[string, string | undefined]>([
		['gone', undefined],
		['half-written', '{"version": "1", "from_se'],
		['no bundle', '[]'],
	])('is none where it is %s', async (_, text) => {
		await using given = await handing();
		const place = placeIn(given.stateDir);
		const path = given.folders.bundlePath(place, AT);
		mkdirSync(dirname(path), { recursive: true });
		if (text !== undefined) writeFileSync(path, text);
		expect(readRunBundle(place, path)).toBeUndefined();
	});
});
