import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hookRows } from '../../scripts/wiring.ts';
import { lapses } from '../support/case-checks.ts';
import { eventOf } from '../support/case-events.ts';
import { fillIn } from '../support/case-placeholders.ts';
import { type CaseWorld, hookEnv, makeCaseWorld, writeFileOf } from '../support/case-world.ts';
import { hookNames, runNode } from '../support/run-hook.ts';

interface Wired {
	readonly type: string;
	readonly command?: string;
	readonly args?: readonly string[];
	readonly server?: string;
	readonly tool?: string;
	readonly input?: Readonly<Record<string, string>>;
	readonly timeout?: number;
	readonly async?: boolean;
}
type Groups = readonly { readonly matcher?: string; readonly hooks: readonly Wired[] }[];
type Wiring = Readonly<Record<string, Groups>>;

const plugin = new URL('../../', import.meta.url);
const { hooks }: { hooks: Wiring } = JSON.parse(readFileSync(new URL('hooks/hooks.json', plugin), 'utf8'));
const ROOT = '$'.concat('{CLAUDE_PLUGIN_ROOT}/');

/** A hook in few words: `server`, or the files that are started. */
function doorOf({ type, command, args = [] }: Wired): string {
	if (type === 'mcp_tool') return 'server';
	return [command, ...args.map((arg) => arg.replace(ROOT, ''))].join(' ');
}

/** How an event is answered that is about this tool. */
function doorsOf(event: string, tool = ''): string[] {
	const isMeant = ({ matcher = '.*' }: { readonly matcher?: string }) => new RegExp(`^(?:${matcher})$`).test(tool);
	return (hooks[event] ?? []).filter(isMeant).flatMap((group) => group.hooks.map(doorOf));
}

const all = Object.entries(hooks).flatMap(([event, groups]) =>
	groups.flatMap((group) => group.hooks.map((hook): [string, Wired] => [event, hook])),
);
const commands = all.filter(([, { type }]) => type === 'command');
const asked = all.filter(([, { type }]) => type === 'mcp_tool');
const eitherDoor = (entry: string) => ['server', `sh hooks/no-server.sh dist/hooks/${entry}.cjs`];

describe('hooks.json', () => {
	it.each(commands)('starts %s without a shell line, from files that are there', (_, hook) => {
		const files = hook.args?.map((arg) => arg.replace(ROOT, '')) ?? [];
		expect(files.length).toBeGreaterThan(0);
		expect(files.filter((file) => !existsSync(new URL(file, plugin)))).toEqual([]);
		expect(hook.timeout).toBeLessThanOrEqual(15);
	});

	it.each(asked)('asks the server of plugin.json about %s, with every field', (event, hook) => {
		const manifest = JSON.parse(readFileSync(new URL('.claude-plugin/plugin.json', plugin), 'utf8'));
		const servers = Object.keys(manifest.mcpServers).map((name) => `plugin:${manifest.name}:${name}`);
		expect(servers).toEqual([hook.server]);
		expect(hook.tool).toBe('hook');
		expect(hook.input).toMatchObject({ session_id: '$'.concat('{session_id}') });
		const row = hookRows.find((one) => one.event === event);
		expect(Object.keys(hook.input ?? {})).toEqual(Object.keys(row?.fields ?? {}));
	});

	it('wires every hook that is built', () => {
		const built = readdirSync(new URL('dist/hooks/', plugin)).map((name) => name.replace('.cjs', ''));
		expect(built.sort()).toEqual([...hookNames].sort());
	});

	const EDITS = [
		'Edit',
		'Write',
		'MultiEdit',
		'NotebookEdit',
		'Bash',
		'Monitor',
		'PowerShell',
		'mcp__any-server__any_tool',
	];
	const TASKS = ['Skill', 'ExitPlanMode', 'TaskCreate', 'TaskUpdate'];
	it.each([
		['PreToolUse', 'pre-tool-use', [...EDITS, 'Skill', 'ExitPlanMode'], ['Grep', 'Glob', 'BashOutput', 'Task']],
		['PreSkillShellCommand', 'pre-skill-shell-command', ['Bash', 'PowerShell'], []],
		['PostToolUse', 'post-tool-use', [...EDITS, ...TASKS], ['TaskList', 'Read', 'Grep']],
		[
			'PostToolUseFailure',
			'post-tool-use-failure',
			['Bash', 'Monitor', 'PowerShell', 'mcp__fs__write', 'Skill'],
			['Edit'],
		],
	])('%s is wired for the tools that it is about, and for no other', (event, entry, tools, others) => {
		const wired = (tool: string) => [tool, doorsOf(event, tool)];
		expect(tools.map(wired)).toEqual(tools.map((tool) => [tool, eitherDoor(entry)]));
		expect(others.map(wired)).toEqual(others.map((tool) => [tool, []]));
	});

	it('asks only the server about a Read', () => {
		expect(doorsOf('PreToolUse', 'Read')).toEqual(['server']);
	});
});

describe('hooks/session-start.sh', () => {
	const script = fileURLToPath(new URL('hooks/session-start.sh', plugin));
	const said = (agent: string, PATH = process.env['PATH']) => {
		const env = { AI_AGENT: agent, PATH };
		return execFileSync('/bin/sh', [script, '/dev/null'], { env, encoding: 'utf8', input: '' });
	};

	it.each(['1-0-9', '2-0-76', '2-1-99', '2-1-299'])('speaks to %s', (version) => {
		const { systemMessage } = JSON.parse(said(`claude-code_${version}_harness`));
		expect(systemMessage).toContain('older than 2.1.300');
	});

	it.each(['2-1-300', '2-1-1000', '2-2-1', '3-0-1'])('starts node in %s', (version) => {
		expect(said(`claude-code_${version}_harness`)).toBe('');
		expect(said('')).toBe('');
	});

	it('shows the user that there is no node', () => {
		const { systemMessage } = JSON.parse(said('claude-code_2-1-330_harness', '/nowhere'));
		expect(systemMessage).toContain('the gates are off: there is no node on the PATH');
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
