import type { Checkup, InScratch } from '../../src/app/doctor-ports.ts';

/** A machine on which nothing is installed, and an empty disk. */
export function memoryCheckup(): Checkup {
	return {
		own: () => ({ root: '/package', version: '0.1.0' }),
		surroundings: {
			platform: 'linux',
			clientPrograms: ['claude'],
			clientState: '/home/u/.claude.json',
			managed: '/etc/claude-code',
			missingConfigDir: undefined,
			isSimple: false,
		},
		json: (path) => ({ path, trouble: undefined, json: undefined, text: '' }),
		names: () => [],
		exists: () => false,
		program: async () => undefined,
		hasProgram: () => false,
		stored: ({ stateDir: directory }) => ({
			...{ directory, linked: undefined, writable: true, free: undefined, journals: 0 },
			...{ branches: [], inits: [], records: [], strangeRuns: [], garbledIndex: undefined },
			...{ pending: [], locks: [], temporaries: [], quarantines: [] },
			tasks: { path: `${directory}/tasks.json`, found: { kind: 'absent' } },
			registry: { path: '/home/u/.claude/sessions.json', found: { kind: 'absent' } },
			configDir: { path: '/home/u/.claude', writable: true },
			cache: { path: '/home/u/.claude/requirements/cache', writable: true },
		}),
	};
}

/** Nobody plays in memory. */
export const nothingPlayed: InScratch = async () => {
	throw new Error('hooks are played by real processes only');
};
