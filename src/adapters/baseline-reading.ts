import { join } from 'node:path';
import { type Baseline, isBaselineOf } from '../core/baseline/baseline.ts';
import { readOwnJson } from './config-files.ts';

export const POLICY = '.policy.json';

/** Where the baselines of a user's sessions lie: outside every repository, with what is protected from the model. */
export function baselinesDir(configDir: string): string {
	return join(configDir, 'requirements', 'baselines');
}

export function baselineFile(configDir: string, session: string): string {
	return join(baselinesDir(configDir), `${session}.json`);
}

/** Beside it the policy, which few hooks read. */
export function policyFile(configDir: string, session: string): string {
	return join(baselinesDir(configDir), `${session}${POLICY}`);
}

/** What a session began with: one small file, which every hook reads. */
export function readBaseline(configDir: string, session: string): Baseline | undefined {
	const json = readOwnJson(baselineFile(configDir, session));
	return isBaselineOf(json, session) ? json : undefined;
}
