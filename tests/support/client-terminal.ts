import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { clientBinary } from './client-binary.ts';
import { type ClientWorld, checkout } from './client-world.ts';
import { startModelServer } from './model-server.ts';
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
	return withoutEscapes(await played(world, { settings, until, typed: [] }));
}

/**
 * The same with a prompt, which the model answers in a word.
 *
 * @returns all that the client sent to the terminal until then, escapes included
 */
export function sentToTerminal(
	world: ClientWorld,
	{ prompt, until }: { readonly prompt: string; readonly until: string },
): Promise<string> {
	return played(world, { settings: {}, until, typed: [prompt] });
}

interface Playing {
	readonly settings: object;
	readonly until: string;
	/** Words at the end of the command line. */
	readonly typed: readonly string[];
}

async function played(world: ClientWorld, { settings, until, typed }: Playing): Promise<string> {
	settle(world, settings);
	await using model = await startModelServer({ main: [], agent: [] });
	const pidFile = path.join(world.root, 'terminal.pid');
	const binary = clientBinary('2.1.330');
	if (binary === undefined) throw new Error('Claude Code is not installed: npm run test:e2e');
	const client = execOf([binary, '--plugin-dir', checkout, ...typed]);
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
		if (!isDrawn && withoutEscapes(drawn).includes(until)) {
			isDrawn = true;
			end();
		}
	}
	clearTimeout(timer);
	return drawn;
}
