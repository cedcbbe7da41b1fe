import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hookEvents } from '../../src/core/protocol/hook-events.ts';
import { lapses } from '../support/case-checks.ts';
import { eventOf } from '../support/case-events.ts';
import { fillIn } from '../support/case-placeholders.ts';
import { type CaseWorld, hookEnv, makeCaseWorld, writeFileOf } from '../support/case-world.ts';
import { hookNames, runNode } from '../support/run-hook.ts';

interface Wired {
	readonly type: string;
	readonly command: string;
	readonly args?: readonly string[];
	readonly timeout?: number;
	readonly async?: boolean;
}
type Groups = readonly { readonly matcher?: string; readonly hooks: readonly Wired[] }[];

const plugin = new URL('../../', import.meta.url);
const { hooks }: { hooks: Readonly<Record<string, Groups>> } = JSON.parse(
	readFileSync(new URL('hooks/hooks.json', plugin), 'utf8'),
);
const ROOT = '$'.concat('{CLAUDE_PLUGIN_ROOT}/');

const SCRIPT = 'hooks/at-read.sh';
/** The files of this package that a hook is made of: the one that is run, after what decides whether it is. */
const filesOf = ({ args = [] }: Wired) =>
	args.filter((arg) => arg.startsWith(ROOT)).map((arg) => arg.replace(ROOT, ''));

/** The wired files of an event as the client runs them for this tool; from the plugin's root. */
function wiredFor(event: string, tool: string | undefined): string[] {
	return (hooks[event] ?? [])
		.filter(
			({ matcher }) => tool === undefined || new RegExp(`^(?:${matcher ?? '.*'})$`).test(tool),
		)
		.flatMap((group) => group.hooks.flatMap(filesOf));
}

const wiredHooks = Object.entries(hooks).flatMap(([event, groups]) =>
	groups.flatMap((group) => group.hooks.map((hook): [string, Wired] => [event, hook])),
);
/** Lines for a shell: they speak where the others cannot. */
const forShell = wiredHooks.filter(([, hook]) => hook.args === undefined);
/** All but these. */
const all = wiredHooks.filter(([, hook]) => hook.args !== undefined);

describe('the line where the other hooks cannot start', () => {
	const lines = forShell.filter(([, { command }]) => command.includes('AI_AGENT'));
	const said = (agent: string, PATH = process.env['PATH']) => {
		const env = { AI_AGENT: agent, PATH };
		return execFileSync('/bin/sh', ['-c', lines[0]?.[1].command ?? ''], { env, encoding: 'utf8' });
	};

	it('stands at the session start, and no other line is for a shell', () => {
		expect(lines.map(([event]) => event)).toEqual(['SessionStart']);
		expect(forShell).toEqual(lines);
	});

	it.each(['1-0-9', '2-0-76', '2-1-9', '2-1-99', '2-1-113', '2-1-214', '2-1-299'])(
		'speaks to %s',
		(version) => {
			const { systemMessage } = JSON.parse(said(`claude-code_${version}_harness`));
			expect(systemMessage).toContain('older than 2.1.300');
		},
	);

	it.each(['2-1-300', '2-1-332', '2-1-1000', '2-2-1', '3-0-1'])('is silent with %s', (version) => {
		expect(said(`claude-code_${version}_harness`)).toBe('');
		expect(said('')).toBe('');
	});

	it('tells the user where there is no node', () => {
		const { systemMessage } = JSON.parse(said('claude-code_2-1-330_harness', '/nowhere'));
		expect(systemMessage).toContain('the gates are off: there is no node on the PATH');
	});
});

describe('hooks.json', () => {
	it.each(all)('starts %s without a shell, and not for longer than the client waits', (_, hook) => {
		expect(hook.type).toBe('command');
		const [file = ''] = filesOf(hook).slice(-1);
		const node = { command: 'node', args: [`${ROOT}${file}`] };
		const byScript = { command: 'sh', args: [`${ROOT}${SCRIPT}`, 'node', ...node.args] };
		expect([node, byScript]).toContainEqual({ command: hook.command, args: hook.args });
		expect(hook.timeout).toBeGreaterThan(0);
		expect(hook.timeout).toBeLessThanOrEqual(15);
	});

	it.each(all)('wires %s to a file that is there', (_, hook) => {
		const there = filesOf(hook).map((file) => existsSync(new URL(file, plugin)));
		expect(new Set(there)).toEqual(new Set([true]));
	});

	it('wires every hook that is built, each to one event', () => {
		const wired = all.flatMap(([, hook]) => filesOf(hook));
		const built = readdirSync(new URL('dist/hooks/', plugin)).filter((name) =>
			name.endsWith('.cjs'),
		);
		const expected = built.map((name) =>
			name === 'session-start.cjs' ? 'hooks/launch.cjs' : `dist/hooks/${name}`,
		);
		expect([...new Set(wired)].sort()).toEqual([...expected, SCRIPT].sort());
		expect(built.map((name) => name.slice(0, -'.cjs'.length)).sort()).toEqual(
			[...hookNames].sort(),
		);
	});

	const EDITS = [
		'Edit',
		'Write',
		'MultiEdit',
		'NotebookEdit',
		'Bash',
		'Monitor',
		'mcp__any-server__any_tool',
	];
	const TASKS = ['Skill', 'ExitPlanMode', 'TaskCreate', 'TaskUpdate', 'TodoWrite'];
	it.each([
		['PreToolUse', 'pre-tool-use', EDITS, ['Grep', 'Glob', 'BashOutput', 'Task', 'Skill']],
		['PostToolUse', 'post-tool-use', [...EDITS, ...TASKS], ['TaskList', 'Read', 'Grep']],
		[
			'PostToolUseFailure',
			'post-tool-use-failure',
			['Bash', 'Monitor', 'mcp__fs__write'],
			['Edit'],
		],
	])(
		'%s is wired for the tools that it is about, and for no other',
		(event, entry, tools, others) => {
			const wired = (tool: string) => [tool, ...wiredFor(event, tool)];
			expect(tools.map(wired)).toEqual(tools.map((tool) => [tool, `dist/hooks/${entry}.cjs`]));
			expect(others.map(wired)).toEqual(others.map((tool) => [tool]));
		},
	);

	it('starts the hook of a Read by the script that looks first', () => {
		expect(wiredFor('PreToolUse', 'Read')).toEqual([SCRIPT, 'dist/hooks/pre-tool-use.cjs']);
	});

	const everyTime = hookEvents.flatMap(({ name, runs }) =>
		runs.every(({ tools }) => tools === undefined) ? [name] : [],
	);
	it.each(everyTime)('%s is wired once, whatever it is about', (event) => {
		expect(wiredFor(event, undefined)).toEqual([expect.anything()]);
		expect(hooks[event]?.[0]?.matcher).toBeUndefined();
	});
});

describe('a hook that runs beside the work', () => {
	it('is one that answers nothing, whatever happens', () => {
		const beside = all.flatMap(([event, hook]) => (hook.async === true ? [event] : []));
		const ours = hookEvents.filter(({ runs }) => runs.some((run) => run.beside));
		expect(beside).toEqual(ours.map(({ name }) => name));
		expect(hooks['PostToolUse']?.[1]).toMatchObject({
			matcher: 'TaskCreate|TaskUpdate|TodoWrite',
			hooks: [{ async: true }],
		});
	});
});

describe('hooks/launch.cjs', () => {
	/** Starts a session through the launcher of a copy of the plugin. */
	function launch(world: CaseWorld, file: string) {
		const config = { requirements: { commit_plan: {} } };
		writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, config);
		const event = fillIn(eventOf({ hook: 'session-start' }, 1), world.names, world.now);
		const stdin = JSON.stringify(event);
		return runNode([file], { cwd: world.repo, stdin, env: hookEnv(world) });
	}

	function copyLauncher(world: CaseWorld): string {
		const file = `${world.dir}/a plugin/hooks/launch.cjs`;
		mkdirSync(`${world.dir}/a plugin/hooks`, { recursive: true });
		cpSync(new URL('hooks/launch.cjs', plugin), file);
		return file;
	}

	it('without a build says so to the user and to the model', async () => {
		await using world = await makeCaseWorld(true);
		const result = launch(world, copyLauncher(world));
		expect(lapses(result)).toEqual([]);
		expect(JSON.parse(result.stdout)).toMatchObject({
			systemMessage: expect.stringMatching(/gates are off.*build/),
			hookSpecificOutput: {
				hookEventName: 'SessionStart',
				additionalContext: expect.stringMatching(/gates are off.*build/),
			},
		});
	});

	it('with a build is the session start', async () => {
		await using one = await makeCaseWorld(true);
		await using other = await makeCaseWorld(true);
		const file = copyLauncher(one);
		cpSync(new URL('dist', plugin), `${one.dir}/a plugin/dist`, { recursive: true });
		const launched = launch(one, file);
		const direct = launch(other, fileURLToPath(new URL('dist/hooks/session-start.cjs', plugin)));
		expect(launched).toEqual(direct);
		expect(launched.stdout).toContain('commit_plan');
	});
});
