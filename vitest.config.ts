import { defineConfig } from 'vitest/config';

/** Whoever runs one process after the other mostly waits for it: there is work for a worker on each core. */
const TOGETHER = { maxWorkers: '100%' };
/** Tests that start crowds of processes leave a core free, as vitest does, and come when the others are done. */
const AFTERWARDS = { sequence: { groupOrder: 1 } };

/** One vitest project per test level; each has its own patience (milliseconds). */
const levels = {
	unit: { include: ['src/**/*.test.ts'], testTimeout: 5_000, ...TOGETHER },
	architecture: {
		include: ['tests/architecture/**/*.test.ts'],
		testTimeout: 30_000,
		...TOGETHER,
	},
	contract: { include: ['tests/contract/**/*.test.ts'], testTimeout: 30_000, ...TOGETHER },
	ports: { include: ['tests/ports/**/*.test.ts'], testTimeout: 30_000, ...TOGETHER },
	concurrency: {
		include: ['tests/concurrency/**/*.test.ts'],
		testTimeout: 180_000,
		...AFTERWARDS,
	},
	e2e: { include: ['tests/e2e/**/*.test.ts'], testTimeout: 120_000, ...AFTERWARDS },
};

export default defineConfig({
	test: {
		restoreMocks: true,
		unstubEnvs: true,
		hookTimeout: 60_000,
		env: { NO_COLOR: '1', TZ: 'Pacific/Chatham', NODE_EXTRA_CA_CERTS: '' },
		projects: Object.entries(levels).map(([name, level]) => ({
			extends: true as const,
			test: { name, ...level },
		})),
	},
});
