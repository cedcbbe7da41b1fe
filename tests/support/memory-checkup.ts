import type { Checkup, InScratch } from '../../src/app/doctor-ports.ts';

/** A machine on which nothing is installed, and an empty disk. */
export function memoryCheckup(): Checkup {
	return {
		own: () => ({ root: '/package', version: '0.1.0' }),
		surroundings: {
			clientPrograms: ['claude'],
			clientState: '/home/u/.claude.json',
			managed: '/etc/claude-code',
		},
		json: (path) => ({ path, trouble: undefined, json: undefined, text: '' }),
		names: () => [],
		exists: () => false,
		program: async () => undefined,
		hasProgram: () => false,
		stored: ({ stateDir: directory }) => ({
			...{ directory, linked: undefined, unwritable: [], free: undefined },
			...{ branches: [], records: [], others: [], locks: [], quarantines: [] },
			registry: { path: '/home/u/.claude/sessions.json', found: { kind: 'absent' } },
		}),
	};
}

/** Nobody plays in memory. */
export const nothingPlayed: InScratch = async () => {
	throw new Error('hooks are played by real processes only');
};
