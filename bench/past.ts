import { parse } from 'yaml';
import { configs } from './configs.ts';

const SESSIONS = 1_000;
const LIVE = 500;
const MINUTE = 60_000;

/** The state of a branch on which a thousand sessions worked during the last three weeks (D10). */
export function pastState(project: string, branch: string): string {
	const now = Date.now();
	const names = Object.entries<{ scope?: string }>(parse(configs.large).requirements);
	const requirements = names.map(([name, { scope = 'session' }]) => [
		name,
		{ scope, sessions: pastSessions(now) },
	]);
	const at = new Date(now - SESSIONS * 30 * MINUTE).toISOString();
	return JSON.stringify({
		schema_version: 1,
		branch,
		project,
		created_at: at,
		updated_at: at,
		requirements: Object.fromEntries(requirements),
	});
}

function pastSessions(now: number): Record<string, object> {
	const entries = Array.from({ length: SESSIONS }, (_, index) => {
		const at = new Date(now - (index + 2) * 30 * MINUTE).toISOString();
		const uuid = uuidOf(index, '1');
		const metadata = { skill: 'arch-review', invoked_by: 'model' };
		const done = { satisfied: true, satisfied_at: at, satisfied_by: 'skill', metadata };
		return [uuid.slice(0, 8), { uuid, triggered: true, triggered_at: at, ...done }];
	});
	return Object.fromEntries(entries);
}

/** Sessions of another machine, active just now: they are alive and stay (D11). */
export function pastRegistry(project: string, branch: string): string {
	const at = new Date(Date.now() - MINUTE).toISOString();
	const entries = Array.from({ length: LIVE }, (_, index) => {
		const uuid = uuidOf(index, '2');
		const entry = {
			uuid,
			pid: 1_000 + index,
			pid_started: `0123abcd-${index}`,
			host: 'another-machine',
			cwd: `${project}-${index}`,
			common_dir: `${project}-${index}/.git`,
			branch,
			transcript: `/home/user/.claude/projects/project-${index}/${uuid}.jsonl`,
			source: 'startup',
			started_at: at,
			last_activity: at,
		};
		return [uuid.slice(0, 8), entry];
	});
	return JSON.stringify({ schema_version: 1, sessions: Object.fromEntries(entries) });
}

function uuidOf(index: number, group: string): string {
	return `${group}${index.toString(16).padStart(7, '0')}-0000-4000-8000-000000000000`;
}
