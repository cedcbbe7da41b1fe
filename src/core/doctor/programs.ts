import { oneLine } from '../text/one-line.ts';
import { broken, type Case, type Table, when } from './finding.ts';

/** The oldest Claude Code that `req` supports. */
const OLDEST_CLIENT = '2.1.300';

/** A program as it is found on the PATH. */
export interface Program {
	readonly path: string;
	/** What it prints for `--version`; empty where it fails. */
	readonly says: string;
}

/** The programs that gates need. */
export interface ProgramFacts {
	readonly node: Program | undefined;
	readonly git: Program | undefined;
	readonly client: Program | undefined;
	/** Version of this `req`. */
	readonly own: string;
}

const OLDEST_NODE = '20.12.0';

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
		node_unusable: broken(
			'Claude Code starts the hooks with `node`. Without Node 20.12 or later every gate is off.',
			'put Node 20.12 or later first on the PATH that claude is started with',
			({ node }) => nodeCases(node),
		),
		client_old: broken(
			'This Claude Code is older than the oldest one that req supports.',
			'run `claude update`; if npm installed the client, run `npm install -g @anthropic-ai/claude-code`',
			({ client }) => {
				const version = versionIn(client?.says ?? '');
				if (version === undefined || !isBefore(version, OLDEST_CLIENT)) return [];
				const what = `Claude Code is ${version}; req needs ${OLDEST_CLIENT} or later`;
				return [{ what, file: client?.path }];
			},
		),
	},
} as const satisfies Table<ProgramFacts>;

function nodeCases(node: Program | undefined): readonly Case[] {
	if (node === undefined) return [{ what: '`node` is not on the PATH' }];
	const version = versionIn(node.says);
	if (version === undefined) return [{ what: '`node --version` fails', file: node.path }];
	const isOld = isBefore(version, OLDEST_NODE);
	return when(isOld, { what: `the hooks run with Node ${version}`, file: node.path });
}

/** `2.1.328 (Claude Code)` → `2.1.328`; `undefined` where the text holds no version. */
export function versionIn(text: string): string | undefined {
	return /\d{1,9}\.\d{1,9}\.\d{1,9}/.exec(text)?.[0];
}

/** Whether a version comes before another one. Both: `1.2.3`. */
export function isBefore(version: string, other: string): boolean {
	const [mine, theirs] = [numbers(version), numbers(other)];
	const index = mine.findIndex((part, at) => part !== theirs[at]);
	return index !== -1 && (mine[index] ?? 0) < (theirs[index] ?? 0);
}

function numbers(version: string): number[] {
	return version.split('.').map(Number);
}
