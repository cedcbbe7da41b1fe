import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { makeRepo, quietEnv, writeIn } from './git-repo.ts';
import { builtReq, type HookCallOptions, runNode } from './run-hook.ts';

/** A repository in which many hooks run at once, each requirement with a skill of its own. */
export interface Crowd extends AsyncDisposable {
	readonly stateFile: string;
	readonly registryFile: string;
	/** An event of the nth session. */
	readonly event: (session: number, more: object) => HookCallOptions;
	/** The model's use of the nth skill. */
	readonly skill: (n: number, session: number) => HookCallOptions;
	/** What the nth session has satisfied. */
	readonly satisfied: (session: number) => string[];
	/** The faults of the project. */
	readonly faults: () => readonly string[];
	/** JSON documents below the state and the config directory that are not whole. */
	readonly brokenDocuments: () => string[];
}

/** A session id whose key is the number, so that every session has its own. */
function sessionId(n: number): string {
	return `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`;
}

/** A world of `many` requirements, satisfied by `skill-<n>` each. */
export async function makeCrowd(many: number): Promise<Crowd> {
	const scratch = await createFixture({});
	const repo = makeRepo(scratch.getPath('repo'));
	const configDir = scratch.getPath('config');
	const names = Array.from({ length: many }, (_, n) => `  step_${n}: { skills: [skill-${n}] }`);
	writeIn(repo, '.claude/requirements.yaml', `version: 1\nrequirements:\n${names.join('\n')}\n`);
	const stateDir = join(repo, '.git', 'requirements');
	const env = { ...quietEnv, CLAUDE_CONFIG_DIR: configDir, CLAUDE_PID: String(process.pid) };
	const event = (session: number, more: object) => ({
		cwd: repo,
		env,
		stdin: JSON.stringify({ session_id: sessionId(session), cwd: repo, prompt_id: 'p', ...more }),
	});
	return {
		stateFile: join(stateDir, 'main.json'),
		registryFile: join(configDir, 'sessions.json'),
		event,
		skill: (n, session) =>
			event(session, {
				tool_name: 'Skill',
				tool_input: { skill: `skill-${n}` },
				tool_response: { success: true },
				tool_use_id: `call-${n}`,
			}),
		satisfied: (session) => {
			const given = { cwd: repo, env, stdin: '' };
			const read = runNode([builtReq, 'status', '--session', sessionId(session), '--json'], given);
			const { requirements } = JSON.parse(read.stdout);
			return requirements.flatMap((one: { name: string; satisfied: boolean }) =>
				one.satisfied ? [one.name] : [],
			);
		},
		faults: () => {
			const path = join(stateDir, 'faults.jsonl');
			if (!existsSync(path)) return [];
			return readFileSync(path, 'utf8')
				.split('\n')
				.filter((line) => line !== '');
		},
		brokenDocuments: () => [...jsonFiles(stateDir), ...jsonFiles(configDir)].filter(isBroken),
		[Symbol.asyncDispose]: () => scratch.rm(),
	};
}

/** A directory that is gone by now was a lock. */
function jsonFiles(dir: string): string[] {
	try {
		return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
			const path = join(dir, entry.name);
			if (entry.isDirectory()) return jsonFiles(path);
			return entry.name.endsWith('.json') ? [path] : [];
		});
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
		throw error;
	}
}

/** A file that is gone by now was replaced, not broken. */
function isBroken(path: string): boolean {
	try {
		JSON.parse(readFileSync(path, 'utf8'));
		return false;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code !== 'ENOENT';
	}
}
