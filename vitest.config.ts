import { defineConfig } from 'vitest/config';

/** One vitest project per test level; each has its own patience (milliseconds). */
const levels = {
	unit: { include: ['src/**/*.test.ts'], testTimeout: 5_000 },
	architecture: { include: ['tests/architecture/**/*.test.ts'], testTimeout: 30_000 },
	contract: { include: ['tests/contract/**/*.test.ts'], testTimeout: 30_000 },
	ports: { include: ['tests/ports/**/*.test.ts'], testTimeout: 30_000 },
	concurrency: { include: ['tests/concurrency/**/*.test.ts'], testTimeout: 180_000 },
	e2e: { include: ['tests/e2e/**/*.test.ts'], testTimeout: 120_000 },
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
