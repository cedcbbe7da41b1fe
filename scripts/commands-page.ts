import { readdirSync, readFileSync } from 'node:fs';
import { type Command, JSON_SHOWN, SESSION, TABLE_OPTIONS } from '../src/commands/command.ts';
import { TABLE } from '../src/commands/table.ts';
import { EXIT_CODES } from '../src/commands/tree.ts';
import { readYaml } from '../src/config/yaml-file.ts';
import { reservedCall } from '../src/events/protect.ts';

const SOURCE = 'the commands in src/commands, the skills in .claude/skills/typed and scripts/commands-page.ts';

const IN_CLAUDE_CODE = `# Commands

Each command in one line. \`req help COMMAND\` has its options and examples.

## In Claude Code

You type these; the model cannot.
`;

const IN_A_TERMINAL = `## In a terminal

You or the model run these. The model is refused what is marked with †, except with \`--dry-run\`.

- Every command has \`--help\`. \`req help\` alone also lists the files and the environment variables that \`req\` knows.
- Those that show something take \`--json\`. An error is then
  \`{ "error": { "code", "message", "hint" } }\` on stdout.
- Those about one session take \`--session REF\`: its name, or the first 4 or more characters of its id.
  Without it: the session they run in, else the only active one of the branch; of several they list the candidates.
- Tables fit the terminal, and \`--wide\` shows whole texts and exact times.
`;

/** Said once above the tables. */
const SAID_ONCE = new Set([SESSION, JSON_SHOWN, TABLE_OPTIONS].flatMap((options) => Object.keys(options)));

/** `docs/commands.md`: every command by what it declares of itself, with what the model is refused. */
export function commandsPage(): string {
	const rows: string[] = [];
	for (const [name, command] of Object.entries(TABLE)) {
		if (!command.isHidden) rows.push(...rowsOf([name], command));
	}
	return [
		`<!-- Generated from ${SOURCE} by \`npm run schema\`: change those. -->`,
		IN_CLAUDE_CODE,
		table(undefined, ['type', 'to'], typedRows()),
		IN_A_TERMINAL,
		table(undefined, ['command', 'what it does'], rows),
		table('## Exit codes', ['code', 'meaning'], EXIT_CODES.map(row)),
	].join('\n');
}

function table(title: string | undefined, head: readonly string[], rows: readonly string[]) {
	const lines = [row(head), row(head.map(() => '---')), ...rows, ''];
	return (title === undefined ? lines : [title, '', ...lines]).join('\n');
}

function row(cells: readonly string[]): string {
	return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** What would be taken for a tag is written as what it is. */
function prose(text: string): string {
	return text.replaceAll(/`[^`]*`|</g, (part) => (part === '<' ? '\\<' : part));
}

function typedRows(): string[] {
	const folder = '.claude/skills/typed';
	return readdirSync(folder)
		.sort()
		.map((verb) => {
			const [, head = ''] = readFileSync(`${folder}/${verb}/SKILL.md`, 'utf8').split('---\n');
			const { value } = readYaml(head);
			const { description, 'argument-hint': hint = '' } = value as Record<string, string>;
			return row([code(`/req:${verb} ${hint}`.trim()), decapitalised(description ?? '')]);
		});
}

/** A command, unless it only groups others, then those below it. */
function rowsOf(path: readonly string[], it: Command): string[] {
	const rows = it.run === undefined ? [] : [row([callOf(path, it), prose(it.about)])];
	for (const [name, nested] of Object.entries(it.commands ?? {})) {
		rows.push(...rowsOf([...path, name], nested));
	}
	return rows;
}

/** How a command is called: `req task add TITLE… [--stage STAGE]`. */
function callOf(path: readonly string[], it: Command): string {
	const call = `req ${path.join(' ')}`;
	const flags = Object.keys(it.options ?? {}).filter((one) => !SAID_ONCE.has(one));
	const options = flags.map((one) => one.replace(/^-\w, /, ''));
	const [words = '', behindDashes = ''] = wordsOf(it).split(/(?=\[-- )/);
	const line = [call, words.trim(), ...options.map((one) => `[${capital(one)}]`), behindDashes];
	const isReserved = reservedCall(path, []) !== undefined;
	const ofOptions = options
		.map((option) => option.split(' ')[0] ?? '')
		.filter((name) => !isReserved && reservedCall([...path, name], []) !== undefined);
	const marked = ofOptions.length === 0 ? '' : ` (${ofOptions.map(code).join(', ')} †)`;
	return `${code(line.filter((part) => part !== '').join(' '))}${isReserved ? ' †' : marked}`;
}

function wordsOf({ usage, words = {} }: Command): string {
	const written = usage?.replace('[options] ', '').replace(/ \| .*/, '');
	return capital(written ?? Object.keys(words).join(' '));
}

/** `<task> [names...]` is `TASK [NAMES…]`. */
function capital(spelling: string): string {
	return spelling
		.replaceAll(/<([^>]+)>/g, (_, word: string) => word.toUpperCase())
		.replaceAll(/\[[^\]]+\]/g, (word) => word.toUpperCase())
		.replaceAll('...', '…');
}

function code(text: string): string {
	return `\`${text}\``;
}

function decapitalised(text: string): string {
	return `${text.charAt(0).toLowerCase()}${text.slice(1).replace(/\.$/, '')}`;
}
