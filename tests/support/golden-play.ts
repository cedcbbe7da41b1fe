import { hostname } from 'node:os';
import { relative } from 'node:path';
import { eventOf } from './case-events.ts';
import type { HookStep } from './case-format.ts';
import { fillIn } from './case-placeholders.ts';
import {
	type CaseWorld,
	changedPaths,
	hookEnv,
	makeCaseWorld,
	snapshot,
	writeFileOf,
} from './case-world.ts';
import { clientPid } from './client-process.ts';
import { git } from './git-repo.ts';
import { runHook, runReq } from './run-hook.ts';

/** An event, a command of the user's, or a change of the world. */
export type GoldenStep =
	| HookStep
	| { readonly req: readonly string[] }
	| { readonly git: readonly string[] };

/** What one hook or command did: all that anybody can see of it. */
export interface Heard {
	readonly step: string;
	readonly exit: number | null;
	readonly stdout: string;
	readonly stderr: string;
	/** Files created, changed or removed. */
	readonly writes: readonly string[];
}

/** A whole play: what was heard, and every file that is there in the end. */
export interface Golden {
	readonly heard: readonly Heard[];
	readonly files: Readonly<Record<string, string>>;
}

/** Plays the steps on today's build in a world with this config. Times, paths and process ids are levelled. */
export async function playGolden(steps: readonly GoldenStep[], config: object): Promise<Golden> {
	await using world = await makeCaseWorld(true);
	writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, config);
	const heard: Heard[] = [];
	for (const [call, step] of steps.entries()) {
		if ('git' in step) git(world.repo, ...step.git);
		else heard.push(await hear(world, step, call));
	}
	const files = [...snapshot(world)].map(([path, text]) => [
		levelled(world, path),
		path.includes('requirements/cache/') ? 'compiled' : levelled(world, text),
	]);
	return { heard, files: Object.fromEntries(files.sort()) };
}

async function hear(
	world: CaseWorld,
	step: Exclude<GoldenStep, { git: unknown }>,
	call: number,
): Promise<Heard> {
	const before = snapshot(world);
	const ran = 'req' in step ? await typed(world, step.req) : await runEvent(world, step, call);
	const writes = changedPaths(before, snapshot(world)).map((path) => levelled(world, path));
	const name = 'req' in step ? `req ${step.req.join(' ')}` : nameOf(step);
	const { exit, stdout, stderr } = ran;
	return {
		step: name,
		exit,
		stdout: levelled(world, stdout),
		stderr: levelled(world, stderr),
		writes,
	};
}

function nameOf({ hook, edit, bash, skill, stdin }: HookStep): string {
	const source = stdin?.['source'] ?? stdin?.['reason'];
	const what = [edit, bash, skill, source].filter((word) => word !== undefined);
	return [hook, ...what].join(' ');
}

/** The call's number is the step's, so that before and after carry one id where the case says so. */
function runEvent(world: CaseWorld, step: HookStep, call: number) {
	const event = fillIn(eventOf(step, call), world.names, world.now);
	return runHook(step.hook, {
		cwd: world.repo,
		stdin: JSON.stringify(event),
		env: hookEnv(world),
	});
}

/** In the user's terminal: none of the client's variables. */
function typed(world: CaseWorld, args: readonly string[]) {
	const { CLAUDE_CONFIG_DIR = '', PATH = '', HOME = '', ...rest } = hookEnv(world);
	const { XDG_CONFIG_HOME = '', LC_ALL = '', TZ = '', NO_COLOR = '' } = rest;
	const env = { CLAUDE_CONFIG_DIR, PATH, HOME, XDG_CONFIG_HOME, LC_ALL, TZ, NO_COLOR };
	return runReq(args, {
		cwd: world.repo,
		stdin: '',
		env: { ...env, USER: 'ana', GIT_CONFIG_GLOBAL: '/dev/null' },
	});
}

/** What differs from run to run, and nothing else. */
function levelled(world: CaseWorld, text: string): string {
	return (
		(text.startsWith(`${world.dir}/`) ? relative(world.dir, text) : text)
			.replaceAll(world.dir, '<world>')
			.replaceAll(hostname(), '<host>')
			.replaceAll(/(requirements\/cache\/)[^/"]*[.]json/g, '$1<place>.json')
			.replaceAll(/"pid_started":\s*"[^"]*"/g, '"pid_started":"<started>"')
			.replaceAll(new RegExp(`\\b${clientPid()}\\b`, 'g'), '<pid>')
			.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.]\d{3}Z/g, '<time>')
			.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '<time>')
			.replaceAll(/\b(?:just now|\d+ ?(?:s|seconds?|min|m|minutes?) ago)\b/g, '<ago>')
			// How wide a column of them is depends on how long the play takes.
			.replaceAll(/(<ago>|STARTED) {2,}/g, '$1  ')
			.replaceAll(/\b[0-9a-f]{16,64}\b/g, '<hash>')
	);
}
