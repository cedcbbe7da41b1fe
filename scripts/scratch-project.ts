import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeWhole } from './remove-whole.ts';

const dist = new URL('../dist/', import.meta.url);

/** A repository on branch `feature/login` in a scratch folder, with a home and a user of its own. */
export interface ScratchProject extends Disposable {
	readonly root: string;
	/** Writes a file of the repository; answers its absolute path. */
	readonly write: (path: string, text: string) => string;
	readonly git: (...args: readonly string[]) => void;
	/** What a person's `req …` prints. */
	readonly req: (args: readonly string[], env?: Readonly<Record<string, string>>) => string;
	/** What a built hook answers to an event, as its own process; `undefined` where it says nothing. */
	readonly hook: (name: string, event: object, env?: Readonly<Record<string, string>>) => Answer | undefined;
}

export interface Answer {
	readonly hookSpecificOutput?: {
		readonly additionalContext?: string;
		readonly permissionDecisionReason?: string;
	};
	readonly decision?: string;
	readonly reason?: string;
	readonly systemMessage?: string;
}

interface Given {
	readonly more?: object;
	readonly input?: string;
}

export function scratchProject(): ScratchProject {
	const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'req-scratch-')));
	const root = join(scratch, 'repository');
	const env = {
		PATH: process.env['PATH'],
		HOME: scratch,
		CLAUDE_CONFIG_DIR: join(scratch, 'claude'),
		NO_COLOR: '1',
	};
	const node = (script: string, args: readonly string[], { more = {}, input = '' }: Given) => {
		const file = fileURLToPath(new URL(script, dist));
		const options = { cwd: root, env: { ...env, ...more }, input, encoding: 'utf8' } as const;
		const run = spawnSync(process.execPath, [file, ...args], options);
		if (run.status !== 0) throw new Error(`${script} ${args.join(' ')} failed: ${run.stderr}`);
		return run.stdout;
	};
	const git = (...args: readonly string[]) => {
		const settings = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com'];
		execFileSync('git', [...settings, ...args], { cwd: root, env, stdio: 'pipe' });
	};
	mkdirSync(root);
	git('init', '-q', '-b', 'feature/login');
	return {
		root,
		git,
		write: (path, text) => {
			const file = join(root, path);
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, text);
			return file;
		},
		req: (args, more = {}) => node('cli/req.cjs', args, { more }),
		hook: (name, event, env = {}) => {
			const more = { CLAUDE_PROJECT_DIR: root, CLAUDE_PID: String(process.pid), ...env };
			const answer = node(`hooks/${name}.cjs`, [], { more, input: JSON.stringify(event) });
			return answer === '' ? undefined : JSON.parse(answer);
		},
		[Symbol.dispose]: () => removeWhole(scratch),
	};
}
