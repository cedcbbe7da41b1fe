import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { clientBinary } from './client-binary.ts';
import { type ClientWorld, checkout } from './client-world.ts';
import { startModelServer } from './model-server.ts';

const patience = 30_000;

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
	settle(world, settings);
	await using model = await startModelServer({ main: [], agent: [] });
	const pidFile = path.join(world.root, 'terminal.pid');
	const command = `echo $$ > '${pidFile}'; stty cols 100 rows 40; exec '${clientBinary('2.1.328')}' --plugin-dir '${checkout}'`;
	const child = spawn('script', ['-qec', command, '/dev/null'], {
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
		if (!isDrawn && plain(drawn).includes(until)) {
			isDrawn = true;
			end();
		}
	}
	clearTimeout(timer);
	return plain(drawn);
}

function plain(drawn: string): string {
	const moves = /\u001b\[\d*C/g;
	const others = /\u001b(\[[0-9;?>]*[A-Za-z]|\][^\u0007]*\u0007)/g;
	return drawn.replace(moves, ' ').replace(others, '');
}
