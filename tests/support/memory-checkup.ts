import type { Checkup, Rehearsals } from '../../src/app/doctor-ports.ts';

/** A machine on which nothing is installed, and an empty disk. */
export function memoryCheckup(): Checkup {
	const nothing = { pending: [], locks: [], temporaries: [], quarantined: [] };
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
		state: ({ stateDir: directory }) => {
			const empty = { documents: [], records: [], journals: 0, free: undefined };
			return { ...nothing, ...empty, directory, linked: false, writable: true };
		},
		memory: ({ stateDir }) => ({
			records: [],
			tasks: { path: `${stateDir}/tasks.json`, lying: { kind: 'absent' } },
			runs: [],
			index: { path: `${stateDir}/sessions/index.json`, state: 'absent' },
		}),
		user: () => ({
			...nothing,
			registry: { path: '/home/u/.claude/sessions.json', lying: { kind: 'absent' } },
			writable: true,
			cache: { path: '/home/u/.claude/requirements/cache', writable: true },
		}),
	};
}

/** Nobody plays in memory. */
export const noRehearsals: Rehearsals = {
	inScratch: async () => {
		throw new Error('hooks are played by real processes only');
	},
};
