import { spawn } from 'node:child_process';
import { atTerminal, execOf, withoutEscapes } from './pseudo-terminal.ts';
import { builtReq } from './run-hook.ts';
import type { ReqWorld } from './run-req.ts';

/** Keys as a terminal sends them. */
export const KEY = {
	enter: '\r',
	escape: '\u001b',
	down: '\u001b[B',
	interrupt: '\u0003',
	clear: '\u0015',
} as const;

/** What to wait for on the screen, and what to type then. */
export type Turn = readonly [seen: string | RegExp, keys: string];

const GIVES_UP_MS = 60_000;

/** Runs `req` at a pseudo-terminal and types. `screen`: all that was printed, without escapes. */
export async function runAtTerminal(
	world: ReqWorld,
	args: readonly string[],
	turns: readonly Turn[],
): Promise<{ exit: number | null; screen: string; raw: string }> {
	const [program, script] = atTerminal(execOf([process.execPath, builtReq, ...args]), 100);
	const child = spawn(program, script, {
		cwd: world.repo,
		env: { ...world.env, TERM: 'xterm-256color' },
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	let raw = '';
	let from = 0;
	const waiting = [...turns];
	const type = () => {
		const [next] = waiting;
		if (next === undefined || !isSeen(raw.slice(from), next[0])) return;
		from = raw.length;
		waiting.shift();
		child.stdin.write(next[1]);
	};
	child.stdout.on('data', (data) => {
		raw += String(data);
		type();
	});
	const timer = setTimeout(() => child.kill('SIGKILL'), GIVES_UP_MS);
	const exit = await new Promise<number | null>((resolve) => {
		child.on('close', resolve);
	});
	clearTimeout(timer);
	const screen = withoutEscapes(raw);
	if (waiting.length > 0) throw new Error(`never saw ${waiting[0]?.[0]}:\n${screen}`);
	return { exit, screen, raw };
}

function isSeen(printed: string, expected: string | RegExp): boolean {
	const plain = withoutEscapes(printed);
	return typeof expected === 'string' ? plain.includes(expected) : expected.test(plain);
}
