import type { Continuity } from '../../src/config/settings.ts';

/** `continuity` where no file says anything. */
export const DEFAULT_CONTINUITY: Continuity = {
	enabled: true,
	recall: true,
	injectOn: ['startup', 'clear', 'compact'],
	lookbackDays: 7,
	expireDays: 7,
	retentionDays: 30,
	relevance: {
		threshold: 0.25,
		pinThreshold: 0.4,
		recency: 0.4,
		overlap: 0.35,
		tasks: 0.25,
		maxSessions: 3,
	},
	pins: { max: 10, maxInherited: 5 },
	topics: 20,
	decay: { rate: 0.4, floor: 0.3 },
	caps: { learnings: 100, patterns: 50, warnings: 30, decisions: 30, depth: 3 },
	budget: {
		bundleTokens: 8_000,
		injectChars: 9_500,
		startChars: 1_200,
		codesTokens: 1_500,
		files: 500,
		functions: 400,
		decisions: 300,
		blockers: 200,
		next: 200,
		meta: 100,
	},
	mirror: false,
};
