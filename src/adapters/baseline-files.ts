import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Baselines } from '../app/ports.ts';
import { type Baseline, type BegunPolicy, isBaselineOf } from '../core/baseline/baseline.ts';
import { COMPILED_FORMAT } from '../core/config/compiled.ts';
import type { GitEnv } from './ask-git.ts';
import { writeDerived } from './atomic-write.ts';
import { readCompiledCache as readJson } from './compiled-cache.ts';

const POLICY = '.policy.json';

/** Where the baselines of a user's sessions lie: outside every repository, with what is protected from the model. */
export function baselinesDir(configDir: string): string {
	return join(configDir, 'requirements', 'baselines');
}

/**
 * What sessions began with: two small files each, `<session id>.json`, which every hook reads, and
 * `<session id>.policy.json`, which is read only where something differs.
 */
export function liveBaselines(options: {
	readonly configDir: string;
	readonly env: GitEnv;
}): Baselines {
	const dir = baselinesDir(options.configDir);
	const fileOf = (session: string) => join(dir, `${session}.json`);
	const read = (session: string): Baseline | undefined => {
		const json = readJson(fileOf(session));
		return isBaselineOf(json, session) ? json : undefined;
	};
	return {
		read,
		policy: ({ session }) => {
			const begun = readJson(join(dir, `${session}${POLICY}`)) as BegunPolicy | undefined;
			return begun?.format === COMPILED_FORMAT ? begun : undefined;
		},
		write: (baseline, policy) => {
			if (policy !== undefined) {
				const begun: BegunPolicy = { format: COMPILED_FORMAT, ...policy };
				put(join(dir, `${baseline.session}${POLICY}`), begun);
			}
			put(fileOf(baseline.session), baseline);
		},
		all: () => sessionsIn(dir).flatMap((session) => read(session) ?? []),
		tips: async ({ gitDir }) => {
			if (gitDir === undefined) return {};
			return (await import('./ask-git.ts')).askTips(gitDir, options.env);
		},
		committed: async ({ gitDir }, commit, path) => {
			if (gitDir === undefined) return undefined;
			return (await import('./ask-git.ts')).askBlob(gitDir, `${commit}:${path}`, options.env);
		},
	};
}

function sessionsIn(dir: string): string[] {
	try {
		const names = readdirSync(dir).filter((name) => name.endsWith('.json'));
		return names.filter((name) => !name.endsWith(POLICY)).map((name) => name.slice(0, -5));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
		throw error;
	}
}

/** Not synced to disk: a session that outlives a power cut begins anew. */
function put(path: string, document: object): void {
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
	writeDerived(path, JSON.stringify(document), () => true);
}
