import type { DeskPorts } from '../../src/app/ports.ts';

/** No run anywhere, and no client to start. */
export const noRuns: Pick<DeskPorts, 'runs' | 'clients' | 'interrupts'> = {
	runs: {
		list: async () => ({ runs: [], unreadable: [] }),
		unfinished: async () => [],
		naming: async () => ({ runs: [], unreadable: [] }),
		save: async () => true,
		begin: async () => ({ kind: 'begun' }),
	},
	clients: {
		start: () => ({
			pid: undefined,
			ended: Promise.resolve({ code: 0, stderr: '', timedOut: false, unstarted: undefined }),
			stop: () => undefined,
		}),
		end: async () => undefined,
		missing: () => undefined,
		hasTranscript: () => false,
	},
	interrupts: { watch: () => () => undefined },
};
