import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ClientVersion, clientBinary } from './client-binary.ts';
import { type ClientWorld, checkout } from './client-world.ts';
import { startModelServer } from './model-server.ts';
import type { ModelRequest, Turn } from './model-turns.ts';
import { atTerminal, execOf, unbroken, withoutEscapes } from './pseudo-terminal.ts';

const patience = 180_000;

/** A dialog of Claude Code that was drawn just now drops what is typed. */
const UNTIL_DIALOG_READS_MS = 500;

/** What the user has answered once and for all, so that the client asks nothing at its start. */
function settle({ home, repo }: ClientWorld, settings: object): void {
	mkdirSync(path.join(home, '.claude'), { recursive: true });
	writeFileSync(path.join(home, '.claude/settings.json'), JSON.stringify(settings));
	const known = {
		hasCompletedOnboarding: true,
		theme: 'dark',
		projects: { [repo]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
		customApiKeyResponses: { approved: ['sk-ant-none'], rejected: [] },
	};
	writeFileSync(path.join(home, '.claude.json'), JSON.stringify(known));
}

/** What to wait for on the screen, blanks left out, and what to type then. */
type Keys = readonly [seen: string, keys: string];

/** How the user starts the client, and what the model answers. */
interface Started {
	/** What ends the command line: a prompt, an option. */
	readonly typed?: string;
	/** The client is ended when this is on its screen, blanks left out. */
	readonly until: string;
	readonly settings?: object;
	/** Default 2.1.332. */
	readonly client?: ClientVersion;
	/** Default `acceptEdits`. */
	readonly mode?: string;
	/** What the user types, each when its text is on the screen after what was typed before. */
	readonly keys?: readonly Keys[];
	/** Turns of the model; "Done." after the last one. */
	readonly main?: readonly Turn[];
	/** Variables beyond those of the user's terminal. */
	readonly env?: Readonly<Record<string, string>>;
}

/**
 * Starts the client in a terminal of 100 columns and waits until a text is on its screen.
 *
 * @returns all that the client sent to the terminal until then, escapes included, and how often it asked the model
 */
export async function playAtTerminal(
	world: ClientWorld,
	{ typed, until, settings = {}, client: version = '2.1.332', ...other }: Started,
): Promise<{ readonly sent: string; readonly requests: readonly ModelRequest[] }> {
	const { mode = 'acceptEdits', keys = [], main = [], env = {} } = other;
	settle(world, settings);
	await using model = await startModelServer({ main, agent: [] });
	const pidFile = path.join(world.root, 'terminal.pid');
	const binary = clientBinary(version);
	if (binary === undefined) throw new Error('Claude Code is not installed: npm run test:e2e');
	const options = ['--plugin-dir', checkout, '--permission-mode', mode];
	const client = execOf([binary, ...options, ...(typed === undefined ? [] : [typed])]);
	const [program, script] = atTerminal(`echo $$ > '${pidFile}'; ${client}`, 100);
	const child = spawn(program, script, {
		cwd: world.repo,
		env: {
			PATH: `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
			HOME: world.home,
			TERM: 'xterm-256color',
			ANTHROPIC_API_KEY: 'sk-ant-none',
			ANTHROPIC_BASE_URL: model.url,
			CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
			...env,
		},
		stdio: ['pipe', 'pipe', 'ignore'],
	});
	let drawn = '';
	/** Where the answer to the keys typed last begins. */
	let from = 0;
	const waiting = [...keys, [until, ''] as const];
	// Whoever ends `script` alone leaves the client behind, which still writes to its home.
	const end = () => process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
	const timer = setTimeout(end, patience);
	child.stdout.setEncoding('utf8');
	for await (const piece of child.stdout) {
		drawn += piece;
		const [next] = waiting;
		if (next === undefined || !unbroken(drawn.slice(from)).includes(unbroken(next[0]))) continue;
		waiting.shift();
		from = drawn.length;
		if (waiting.length === 0) end();
		else setTimeout(() => child.stdin.write(next[1]), UNTIL_DIALOG_READS_MS);
	}
	clearTimeout(timer);
	if (waiting[0] !== undefined) throw new Error(`never saw ${waiting[0][0]}:\n${withoutEscapes(drawn.slice(from))}`);
	return { sent: drawn, requests: model.requests.filter(({ from }) => from === 'main') };
}
