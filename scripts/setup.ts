/**
 * `npm run setup`: from a built clone to a Claude Code with the plugin, and `req` on the PATH. Each step is shown with the
 * command that does it, and asked; a step that is done already is left out. `-- --yes` asks nothing, `-- --processes`
 * installs the plugin without a server, `-- --undo` takes back what points to this clone.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { shellWord } from '../src/shell/call.ts';
import { member, textIn } from '../src/store/foreign-json.ts';
import { programPath } from '../src/store/programs.ts';
import { readJson } from '../src/store/read-file.ts';

const CLONE = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const MARKETPLACE = 'claude-req';
const OPTIONS = ['--yes', '--undo', '--processes'];

const { env } = process;
const configDir = env['CLAUDE_CONFIG_DIR'] || join(homedir(), '.claude');

interface Step {
	/** What it does, and to which file. */
	readonly what: string;
	readonly command: readonly string[];
	/** Whether it is still to be done. */
	readonly isDue: boolean;
	/** What a person can do if it fails. */
	readonly else?: string;
}

const bookOf = (name: string) => readJson(join(configDir, 'plugins', `${name}.json`)).json;

function isInstalled(plugin: string): boolean {
	return member(member(bookOf('installed_plugins'), 'plugins'), plugin) !== undefined;
}

function isSwitchedOn(plugin: string): boolean {
	const { json } = readJson(join(configDir, 'settings.json'));
	return isInstalled(plugin) && member(member(json, 'enabledPlugins'), plugin) === true;
}

/** Whether the `req` of the user's shell is this clone's, through links. */
function isOnPath(): boolean {
	// npm puts the programs of this clone's dependencies first; the user's shell does not.
	const PATH = (env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
	const found = programPath('req', { PATH: PATH.join(':') });
	return found !== undefined && realpathSync(found) === realpathSync(join(CLONE, 'bin/req'));
}

function installSteps(withoutServer: boolean): readonly Step[] {
	const names = [`req@${MARKETPLACE}`, `req-processes@${MARKETPLACE}`];
	const [plugin = '', other = ''] = withoutServer ? names.toReversed() : names;
	const settings = join(configDir, 'settings.json');
	const location = textIn(member(bookOf('known_marketplaces'), MARKETPLACE), 'installLocation');
	return [
		{
			what: 'build the plugin in this clone',
			command: ['npm', 'run', '--silent', 'build'],
			isDue: !existsSync(join(CLONE, 'dist/plugin-processes')),
		},
		{
			what: `name this clone as a marketplace of Claude Code (extraKnownMarketplaces in ${settings})`,
			command: ['claude', 'plugin', 'marketplace', 'add', CLONE],
			isDue: location !== CLONE,
		},
		{
			what: `remove ${other}: each hook would run twice`,
			command: ['claude', 'plugin', 'uninstall', other],
			isDue: isInstalled(other),
		},
		{
			what: `switch the plugin on for you, in all projects (enabledPlugins in ${settings})`,
			command: ['claude', 'plugin', 'install', plugin],
			isDue: !isSwitchedOn(plugin),
		},
		{
			what: 'put `req` on your PATH, as a link to this clone',
			command: ['npm', 'install', '--global', '--ignore-scripts', '--offline', CLONE],
			isDue: !isOnPath(),
			else: `make a link in a folder of your PATH: ln -s ${shellWord(join(CLONE, 'bin/req'))} ~/.local/bin/req`,
		},
	];
}

function undoSteps(): readonly Step[] {
	const location = textIn(member(bookOf('known_marketplaces'), MARKETPLACE), 'installLocation');
	return [
		{
			what: 'remove the marketplace, and the plugin that came from it, from Claude Code',
			command: ['claude', 'plugin', 'marketplace', 'remove', MARKETPLACE],
			isDue: location === CLONE,
		},
		{
			what: 'take `req` off your PATH',
			command: ['npm', 'uninstall', '--global', 'claude-req'],
			isDue: isOnPath(),
			else: 'remove the link that `command -v req` names',
		},
	];
}

function carryOut({ command: [program = '', ...args], ...step }: Step): boolean {
	const { status } = spawnSync(program, args, { cwd: CLONE, stdio: 'inherit' });
	if (status !== 0) console.error(`this failed${step.else === undefined ? '' : `; ${step.else}`}`);
	return status === 0;
}

async function isWanted(): Promise<boolean> {
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	const answer = await terminal.question('  do this? [Y/n] ');
	terminal.close();
	return !/^\s*n/i.test(answer);
}

const given = process.argv.slice(2);
const isUndo = given.includes('--undo');
const takesAll = given.includes('--yes');
const canAsk = process.stdin.isTTY && process.stdout.isTTY;

/** Why nothing can be done. */
function obstacle(): string | undefined {
	const unknown = given.find((option) => !OPTIONS.includes(option));
	if (unknown !== undefined) return `unknown option ${unknown}: ${OPTIONS.join(', ')}`;
	if (programPath('claude', env) !== undefined) return undefined;
	return 'claude is not on the PATH: install Claude Code 2.1.300 or later first';
}

/** @returns whether all that is due is done; the first step that fails is the last one */
async function setUp(): Promise<boolean> {
	const steps = isUndo ? undoSteps() : installSteps(given.includes('--processes'));
	const due = steps.filter(({ isDue }) => isDue);
	let left = due.length;
	for (const [index, step] of due.entries()) {
		console.log(`\n${index + 1} of ${due.length}: ${step.what}`);
		console.log(`  ${step.command.map(shellWord).join(' ')}`);
		if (!takesAll && !(canAsk && (await isWanted()))) continue;
		if (!carryOut(step)) return false;
		left -= 1;
	}
	if (left > 0 && !canAsk) console.log('\nnothing was changed: this is no terminal; add `-- --yes` to do all this');
	return left === 0;
}

const trouble = obstacle();
if (trouble !== undefined) console.error(trouble);
const isDone = trouble === undefined && (await setUp());
if (!isDone) process.exitCode = 1;
else if (isUndo) console.log('\nnothing of this clone is set up');
else {
	console.log(`\nready. Keep this clone: Claude Code reads the plugin from ${CLONE}.`);
	console.log('If you move it, run this again there. Next, in a repository of yours: req init');
}
