import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from '../../src/doors/main.ts';
import { HOOKS } from '../../src/events/all-hooks.ts';
import { handle } from '../../src/events/handle.ts';
import { contextOf } from './context.ts';

/** The hooks as they are built, by the names of their files. */
export const hookNames = Object.keys(HOOKS) as HookName[];
export type HookName = keyof typeof HOOKS;

/** What a hook process is given. */
export interface HookCallOptions {
	readonly cwd: string;
	readonly stdin: string;
	/** The whole environment: nothing of the test's own leaks into it. */
	readonly env: Readonly<Record<string, string>>;
	/** Give up the rights of root; nothing changes for any other user. */
	readonly unprivileged?: boolean | undefined;
	/** In a process of its own: it is killed, or has to be over. */
	readonly asProcess?: boolean | undefined;
	/** Output goes to a terminal of that width. */
	readonly columns?: number | undefined;
}

/** The user who owns nothing. */
const NOBODY = 65_534;

/** What it did, as the client would see it. */
export interface HookResult {
	readonly exit: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** Milliseconds, longer than any hook may take; a hook that hangs fails its case instead of the whole run. */
const HANGS_AFTER = 60_000;

/** The built command line. */
export const builtReq = fileURLToPath(new URL('../../dist/cli/req.cjs', import.meta.url));

/** The built file of a hook. */
export function builtHook(name: HookName): string {
	return fileURLToPath(new URL(`../../dist/hooks/${name}.cjs`, import.meta.url));
}

/** Answers an event in this process, as the hook process does. What only a process can show is shown by one. */
export async function runHook(name: HookName, options: HookCallOptions): Promise<HookResult> {
	if (needsProcess(options)) return runHookProcess(name, options);
	const { context, printed } = contextOf(options);
	const event = { hook_event_name: HOOKS[name].event, ...JSON.parse(options.stdin) };
	const answer = await handle(event, context);
	return { ...printed, exit: 0, stdout: answer === undefined ? '' : JSON.stringify(answer) };
}

/** Runs `req` in this process. */
export async function runReq(args: readonly string[], options: HookCallOptions): Promise<HookResult> {
	if (needsProcess(options)) return runNode([builtReq, ...args], options);
	const { context, printed } = contextOf(options);
	const exit = await main(args, context);
	return { ...printed, exit };
}

/** Rights, Node's own options and a time zone are those of a whole process. */
function needsProcess({ unprivileged, asProcess, env }: HookCallOptions): boolean {
	if (unprivileged === true || asProcess === true) return true;
	const { NODE_OPTIONS, TZ = process.env['TZ'] } = env;
	return NODE_OPTIONS !== undefined || TZ !== process.env['TZ'];
}

/** Runs the built hook as Claude Code would: a fresh process, one JSON document on stdin. */
export function runHookProcess(name: HookName, options: HookCallOptions): HookResult {
	return runNode([builtHook(name)], options);
}

/** Runs node with these arguments in the same way. */
export function runNode(args: readonly string[], options: HookCallOptions): HookResult {
	const { cwd, stdin: input, env } = options;
	const givesUp = process.getuid?.() === 0 && options.unprivileged === true;
	const ran = spawnSync(process.execPath, givesUp ? args.map(inReadableCopy) : [...args], {
		cwd,
		input,
		env,
		...(givesUp ? { uid: NOBODY, gid: NOBODY } : {}),
		timeout: HANGS_AFTER,
		encoding: 'utf8',
	});
	return { exit: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
let readable: string | undefined;

/** A built file where every user may read it: the checkout can lie in a home that only its owner may enter. */
function inReadableCopy(arg: string): string {
	if (!arg.startsWith(`${dist}/`)) return arg;
	if (readable === undefined) {
		const folder = process.env['REQ_TEST_FOLDER'] ?? tmpdir();
		readable = mkdtempSync(join(folder, 'dist-'));
		chmodSync(readable, 0o755);
		const isNeeded = (path: string) => path !== join(dist, 'plugin');
		cpSync(dist, readable, { recursive: true, filter: isNeeded });
	}
	return readable + arg.slice(dist.length);
}

/** The environment of a process whose timers take sixty times as long: seconds that it waits for end its test. */
export const SLOW_CLOCK = {
	NODE_OPTIONS: `--require ${JSON.stringify(fileURLToPath(new URL('slow-clock.cjs', import.meta.url)))}`,
};
