import { oneLine } from '../text/one-line.ts';
import { broken, type Case, type Table, warning, when } from './finding.ts';
import { clientLack, isBefore, versionIn } from './version.ts';

/** A program as it is found on the PATH. */
export interface Program {
	readonly path: string;
	/** What it prints for `--version`; empty where it fails. */
	readonly says: string;
}

/** The programs that gates need, and the environment they are started in. */
export interface ProgramFacts {
	readonly node: Program | undefined;
	readonly git: Program | undefined;
	readonly client: Program | undefined;
	/** `linux`, `darwin`, `win32`, … */
	readonly platform: string;
	/** Version of this `req`. */
	readonly own: string;
	/** `CLAUDE_CONFIG_DIR` where it is set and is no directory. */
	readonly missingConfigDir: string | undefined;
	/** `CLAUDE_CODE_SIMPLE` is set: the client runs no hook. */
	readonly isSimple: boolean;
}

const OLDEST_NODE = '20.12.0';
const NEWER_CLIENT =
	'run `claude update` if the client is native; otherwise run `claude install` for the native client, which needs no Node, or `npm install -g @anthropic-ai/claude-code` under Node 22 or later';

/** Whether what hooks are made of is there. */
export const PROGRAMS = {
	title: 'Programs',
	checks: ({ own, node, git, client }) => [
		`req ${own}`,
		...[['node', node] as const, ['git', git] as const, ['Claude Code', client] as const].flatMap(
			([name, program]) => {
				if (program === undefined) return [];
				const version = versionIn(program.says) ?? 'of unknown version';
				return [`${name} ${version}: ${oneLine(program.path)}`];
			},
		),
	],
	rows: {
		node_missing: broken(
			'The client starts hooks with `node`. If it finds no `node`, every gate is off. A session start and each stop say so.',
			'put Node 20.12 or later on the PATH that claude is started with',
			({ node }) => unusable(node, '`node` is not on the PATH', '`node --version` fails'),
		),
		node_old: broken(
			'Hooks need Node 20.12 or later. An older Node stops at their first line.',
			'put Node 20.12 or later first on the PATH that claude is started with',
			({ node }) => {
				const version = versionIn(node?.says ?? '') ?? OLDEST_NODE;
				const what = `hooks get Node ${version}`;
				return when(isBefore(version, OLDEST_NODE), { what, file: node?.path });
			},
		),
		git_missing: warning(
			"req reads branches from git's files, but `branch_size` and some repositories need git itself.",
			'install git',
			({ git }) => when(git === undefined, { what: 'git is not on the PATH' }),
		),
		client_missing: warning(
			'There is no `claude` on the PATH, so its version is unknown. A client bundled with an editor works too.',
			'install Claude Code, or put it on the PATH',
			({ client }) => unusable(client, 'no `claude` is on the PATH', '`claude --version` fails'),
		),
		client_old: broken(
			'A client older than 2.1.139 cannot start hooks that name a program and its arguments, so every gate is off.',
			NEWER_CLIENT,
			lacking,
		),
		client_untested: warning(
			'A client older than 2.1.214 does not tell hooks its process, so req notices a crashed session late. Under Node 20, npm installs 2.1.197, the last client that supports it.',
			NEWER_CLIENT,
			lacking,
		),
		config_dir_missing: broken(
			'CLAUDE_CONFIG_DIR names a folder that does not exist. The client creates it, and no plugin is installed there.',
			'correct or unset CLAUDE_CONFIG_DIR',
			({ missingConfigDir: file }) =>
				when(file !== undefined, { what: 'CLAUDE_CONFIG_DIR names no folder', file }),
		),
		simple_mode: broken(
			'With CLAUDE_CODE_SIMPLE set, as with `--bare` and `--safe-mode`, the client runs no hook.',
			'unset CLAUDE_CODE_SIMPLE',
			({ isSimple }) => when(isSimple, { what: 'CLAUDE_CODE_SIMPLE is set here' }),
		),
		platform_untested: warning(
			'req runs on Linux and macOS. Nobody has tested it on Windows.',
			'run req in WSL',
			({ platform }) => when(platform === 'win32', { what: 'this machine runs Windows' }),
		),
	},
} as const satisfies Table<ProgramFacts>;

function unusable(program: Program | undefined, missing: string, fails: string): readonly Case[] {
	if (program === undefined) return [{ what: missing }];
	return when(versionIn(program.says) === undefined, { what: fails, file: program.path });
}

function lacking({ client }: ProgramFacts, code: string): readonly Case[] {
	const version = versionIn(client?.says ?? '');
	const need = version === undefined ? undefined : clientLack(version);
	if (need?.code !== code) return [];
	const what = `Claude Code is ${version}; ${need.part} need ${need.version}`;
	return [{ what, file: client?.path }];
}
