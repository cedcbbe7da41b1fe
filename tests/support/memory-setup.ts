import type { ProjectProbe, SetupFiles } from '../../src/app/setup-ports.ts';

/** A project about which nothing is known. */
export const NO_PROJECT: ProjectProbe = {
	project: async () => ({ names: new Set(), text: () => '', json: () => undefined }),
	defaultBranch: () => undefined,
	isIgnored: () => false,
	isTracked: () => false,
};

/** Files as `req init` changes them, in a map of texts by path. Directories need not exist. */
export function memorySetupFiles(files: Map<string, string>): SetupFiles {
	return {
		read: (path) => {
			const text = files.get(path);
			return text === undefined ? { kind: 'absent' } : { kind: 'text', text };
		},
		missingAbove: () => [],
		apply: (replacements) => {
			for (const { path, after } of replacements) {
				if (after === undefined) files.delete(path);
				else files.set(path, after);
			}
		},
		removeEmpty: () => undefined,
		locked: async (_, work) => work(),
		setAside: (path) => path,
	};
}

/** No repository. */
