import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import './tests/support/same-everywhere.ts';

/** Milliseconds until a test that hangs is given up: far beyond what any needs, also on a busy machine. */
const PATIENCE = 120_000;

/** A test waits for git and for locks a third of its time: three workers keep two cores busy. */
const TOGETHER = { maxWorkers: Math.ceil(availableParallelism() * 1.5) };
/** Whole clients and crowds of processes come when the others are done, and may take longer. */
const AFTERWARDS = { sequence: { groupOrder: 1 }, testTimeout: 5 * PATIENCE };

/** One vitest project per test level. `npm test` leaves out concurrency, e2e, and every file named `*.long.test.ts`. */
const levels = {
	unit: { include: ['src/**/*.test.ts'], ...TOGETHER },
	architecture: { include: ['tests/architecture/**/*.test.ts'], ...TOGETHER },
	contract: { include: ['tests/contract/**/*.test.ts'], ...TOGETHER },
	ports: { include: ['tests/ports/**/*.test.ts'], ...TOGETHER },
	// Each test is a crowd by itself: one core stays free, as vitest has it.
	concurrency: { include: ['tests/concurrency/**/*.test.ts'], ...AFTERWARDS },
	e2e: {
		include: ['tests/e2e/**/*.test.ts'],
		...AFTERWARDS,
		sequence: { groupOrder: 2 },
		maxWorkers: availableParallelism(),
		// Claude Code has timeouts of its own, which a busy machine can miss once.
		retry: 1,
	},
};

export default defineConfig({
	test: {
		// No test leaves anything behind in its process: to load all modules anew for each file would take a minute.
		isolate: false,
		env: { TZ: 'Pacific/Chatham' },
		setupFiles: ['tests/support/seed.ts'],
		restoreMocks: true,
		unstubEnvs: true,
		testTimeout: PATIENCE,
		hookTimeout: PATIENCE,
		projects: Object.entries(levels).map(([name, level]) => ({
			extends: true as const,
			test: { name, ...level },
		})),
	},
});
