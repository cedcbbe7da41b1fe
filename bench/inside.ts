import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadInheritance } from '../src/app/continuity/inherit.ts';
import type { Ports } from '../src/app/ports.ts';
import { codeLines, codeSections } from '../src/core/inject/codes.ts';
import type { Place } from '../src/core/place/place.ts';
import { chooseSources } from '../src/core/restore/choose-sources.ts';
import { USUAL_SETTINGS } from '../src/core/session-record/schema.ts';
import { processContext } from '../src/runtime/context.ts';
import { livePorts } from '../src/runtime/live-ports.ts';
import { makeRepo } from '../tests/support/git-repo.ts';
import { DEFAULT_CONTINUITY } from '../tests/support/some-continuity.ts';
import { session } from '../tests/support/some-session.ts';
import { FULL_CHAIN, plantFullChain } from './full-chain.ts';
import { emptyNodeMs, median, p95 } from './measure.ts';
import { pastRecord, plantPast } from './past-sessions.ts';

const BRANCH = 'main';
const MANY = 2_000;
const WAIT_MS = 500;

/** One thing that a hook does inside its process, and what it may cost. */
export interface Inside {
	readonly name: string;
	readonly ms: number;
	readonly p95: number;
	/** Milliseconds that the middle run may take. */
	readonly limit: number;
	readonly isOk: boolean;
}

interface Desk {
	readonly ports: Ports;
	readonly place: Place;
}

interface Task {
	readonly name: string;
	/** Milliseconds, or what an empty node takes from start to end, one beside each run. */
	readonly limit: number | 'an empty node';
	/** Unmeasured, before each run. */
	readonly before?: (desk: Desk) => Promise<void>;
	/** What it counts, so that no failure is measured as a fast success. */
	readonly run: (desk: Desk) => Promise<number>;
	readonly gives: number;
}

const CLOCKS = { expireDays: 7, retentionDays: 30 };
const RECORD = pastRecord({ index: 0, days: 1, root: '/', user: 'ana', branch: BRANCH });
const one = session(RECORD.uuid);

const TASKS: readonly Task[] = [
	{
		name: 'load a record',
		limit: 5,
		// Put there anew: a process keeps what it read for as long as the file does not change.
		before: async ({ place }) => plantOne(place),
		run: async ({ place, ports }) =>
			(await ports.records.read(place, one)).kind === 'present' ? 1 : 0,
		gives: 1,
	},
	{
		name: 'codes of a record',
		limit: 1,
		run: async () => (codeLines(codeSections([RECORD])).length > 1 ? 1 : 0),
		gives: 1,
	},
	{
		name: 'fold and save a record',
		limit: 5,
		before: prepareFold,
		run: async ({ place, ports }) =>
			(
				await ports.records.fold(place, one, {
					settings: USUAL_SETTINGS,
					passOn: async () => undefined,
				})
			).kind === 'written'
				? 1
				: 0,
		gives: 1,
	},
	{
		name: 'archive ten sessions',
		limit: 100,
		before: async ({ place }) => {
			rmSync(join(place.stateDir, 'sessions'), { recursive: true });
			plantPast(place.root, { count: 10, branch: BRANCH, user: 'ana', daysAgo: 8 });
		},
		run: async ({ place, ports }) => {
			const { expired } = await ports.records.survey(place, CLOCKS);
			return (await ports.records.archive(place, expired, CLOCKS)).moved.length;
		},
		gives: 10,
	},
	{
		name: 'look back at 2,000 sessions and score them',
		limit: 'an empty node',
		run: lookBack,
		gives: MANY,
	},
	{
		name: 'a bundle of three sessions of 50 KB each',
		limit: 'an empty node',
		before: async ({ place }) => plantFullChain(place.root),
		run: loadChain,
		gives: FULL_CHAIN.length,
	},
];

function plantOne({ root }: Place): void {
	plantPast(root, { count: 1, branch: BRANCH, user: 'ana', daysAgo: 0 });
}

async function prepareFold({ place, ports }: Desk): Promise<void> {
	const line = { e: 'next' as const, text: `step ${performance.now()}` };
	await ports.journal.append(place, one.key, [
		{ at: new Date().toISOString(), s: one.uuid, ...line },
	]);
}

/** As a start does it: from the records on disk to the bundle as it is written. */
async function loadChain({ place, ports }: Desk): Promise<number> {
	const [source] = FULL_CHAIN;
	const asked = { place, config: { continuity: DEFAULT_CONTINUITY }, session: undefined };
	const terms = {
		source: session(source),
		select: 'all' as const,
		maxAge: undefined,
		door: 'command' as const,
	};
	const loading = await loadInheritance({ ...asked, ...terms }, ports);
	return loading.kind === 'loaded' ? loading.records.length : 0;
}

async function lookBack({ place, ports }: Desk): Promise<number> {
	const summaries = await ports.records.summaries(place, DEFAULT_CONTINUITY.lookbackDays);
	return chooseSources(summaries, {
		now: ports.now(),
		branch: BRANCH,
		self: undefined,
		user: 'ana',
		channel: 'cli',
		live: new Set(),
		current: new Set(['login', 'cookie-3']),
		pending: undefined,
		continuity: DEFAULT_CONTINUITY,
	}).length;
}

/** Measures them in a scratch repository, in this process. */
export async function measureInside(runs: number): Promise<readonly Inside[]> {
	const dir = realpathSync(mkdtempSync(join(tmpdir(), 'req-bench-')));
	try {
		const repo = makeRepo(join(dir, 'repo'));
		mkdirSync(join(repo, '.git/requirements/sessions'), { recursive: true });
		const ports = livePorts(processContext(), WAIT_MS);
		const desk = { ports, place: ports.places.at(repo) };
		const rows: Inside[] = [];
		for (const task of TASKS) rows.push(await measured(task, desk, runs));
		return rows;
	} finally {
		rmSync(dir, { recursive: true, force: true });
	}
}

async function measured(task: Task, desk: Desk, runs: number): Promise<Inside> {
	const count = task.gives === MANY ? MANY : 1;
	rmSync(join(desk.place.stateDir, 'sessions'), { recursive: true, force: true });
	plantPast(desk.place.root, { count, branch: BRANCH, user: 'ana', daysAgo: 0 });
	const took: number[] = [];
	const limits: number[] = [];
	// The first call of each finds an index to be made and code to be compiled, as no later one does.
	for (let run = -1; run < runs; run += 1) {
		limits.push(task.limit === 'an empty node' ? emptyNodeMs(process.execPath) : task.limit);
		await task.before?.(desk);
		const from = performance.now();
		const given = await task.run(desk);
		if (run >= 0) took.push(performance.now() - from);
		if (given !== task.gives) throw new Error(`${task.name}: ${given} instead of ${task.gives}`);
	}
	const [ms, limit] = [median(took), median(limits)];
	return { name: task.name, ms, p95: p95(took), limit, isOk: ms <= limit };
}
