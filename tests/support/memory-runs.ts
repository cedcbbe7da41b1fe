import type { AllPorts } from '../../src/app/ports.ts';

/** No run anywhere, and no client to start. */
export const noRuns: Pick<AllPorts, 'runs' | 'clients' | 'pipelineFiles' | 'pipelineFolders'> = {
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
			ask: () => undefined,
			stop: () => undefined,
		}),
		end: async () => undefined,
		missing: () => undefined,
		hasTranscript: () => false,
	},
	pipelineFiles: {
		read: async () => ({ kind: 'refused', why: 'is not there', isAbsent: true }),
		text: () => ({ kind: 'refused', why: 'is not there', isAbsent: true }),
	},
	pipelineFolders: {
		make: () => '/tmp/work',
		remove: () => undefined,
		begin: (_, key) => ({
			context: `${key}/context`,
			status: `${key}/status`,
			output: `${key}/out`,
		}),
		give: () => undefined,
		status: () => ({ json: undefined, trouble: undefined }),
		keep: () => ({ output: undefined, trouble: undefined }),
		keepBundle: () => true,
		bundlePath: (_, { run, file }) => `/${run}/${file}`,
	},
};
