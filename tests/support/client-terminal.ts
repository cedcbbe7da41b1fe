import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ClientVersion, clientBinary } from './client-binary.ts';
import { type ClientWorld, checkout } from './client-world.ts';
import { startModelServer } from './model-server.ts';
import type { Turn } from './model-turns.ts';
import { atTerminal, execOf, withoutEscapes } from './pseudo-terminal.ts';

const patience = 180_000;

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

/**
 * Starts the client in a terminal of 100 columns and waits until a text is on its screen.
 *
 * @returns what was drawn until then, colours and cursor movements left out
 */
export async function drawnBy(
	world: ClientWorld,
	{ settings, until }: { readonly settings: object; readonly until: string },
): Promise<string> {
	return withoutEscapes((await played(world, { settings, until, typed: [] })).sent);
}

/** What the user types when the client starts, and what the model answers. */
interface Prompting {
	readonly prompt: string;
	readonly until: string;
	/** Default 2.1.332. */
	readonly client?: ClientVersion;
	/** Turns of the model; "Done." after the last one, or where there are none. */
	readonly main?: readonly Turn[];
}

/**
 * The same with a prompt.
 *
 * @returns all that the client sent to the terminal until then, escapes included, and how often it asked the model
 */
export function sentToTerminal(
	world: ClientWorld,
	{ prompt, ...more }: Prompting,
): Promise<{ readonly sent: string; readonly requests: number }> {
	return played(world, { settings: {}, typed: [prompt], ...more });
}

/**
 * A prompt that the model answers by a script, and the client started once more with `--continue`: it
 * then draws the whole conversation in one go, as it stood on the screen.
 *
 * @returns what was drawn the second time, colours, cursor movements and all blanks left out
 */
export async function drawnAgain(
	world: ClientWorld,
	{ prompt, main = [], until }: Prompting,
): Promise<string> {
	const settings = {
		permissions: { defaultMode: 'acceptEdits', allow: ['Bash', 'Edit', 'Read', 'Skill'] },
	};
	await played(world, { settings, until: '· done', typed: [prompt], main });
	const again = await played(world, { settings, until, typed: ['--continue'] });
	return withoutBlanks(again.sent);
}

/** What a terminal shows, without blanks: many of them are jumps of the cursor. */
export function withoutBlanks(drawn: string): string {
	return withoutEscapes(drawn).replaceAll(/\s/g, '');
}

interface Playing extends Omit<Prompting, 'prompt'> {
	readonly settings: object;
	/** Words at the end of the command line. */
	readonly typed: readonly string[];
}

async function played(
	world: ClientWorld,
	{ settings, until, typed, client: version = '2.1.332', main = [] }: Playing,
): Promise<{ sent: string; requests: number }> {
	settle(world, settings);
	await using model = await startModelServer({ main, agent: [] });
	const pidFile = path.join(world.root, 'terminal.pid');
	const binary = clientBinary(version);
	if (binary === undefined) throw new Error('Claude Code is not installed: npm run test:e2e');
	const options = ['--plugin-dir', checkout, '--permission-mode', 'acceptEdits'];
	const client = execOf([binary, ...options, ...typed]);
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
		},
		stdio: ['pipe', 'pipe', 'ignore'],
	});
	let drawn = '';
	let isDrawn = false;
	// Whoever ends `script` alone leaves the client behind, which still writes to its home.
	const end = () => process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
	const timer = setTimeout(end, patience);
	child.stdout.setEncoding('utf8');
	for await (const piece of child.stdout) {
		drawn += piece;
		if (!isDrawn && withoutBlanks(drawn).includes(withoutBlanks(until))) {
			isDrawn = true;
			end();
		}
	}
	clearTimeout(timer);
	const requests = model.requests.filter(({ from }) => from === 'main').length;
	return { sent: drawn, requests };
}
