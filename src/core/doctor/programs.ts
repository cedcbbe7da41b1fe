import { oneLine } from '../text/one-line.ts';
import { type Examined, type Finding, finding } from './finding.ts';
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
	/** CLAUDE_CONFIG_DIR where it is set and is no folder. */
	readonly missingConfigDir: string | undefined;
	/** CLAUDE_CODE_SIMPLE is set. */
	readonly isSimple: boolean;
}

/** D43. */
const OLDEST_NODE = '20.12.0';

/** Whether what hooks are made of is there (D43; host facts 7, 9, 19, 26). */
export function examinePrograms(facts: ProgramFacts): Examined {
	const { node, git, client, own, platform } = facts;
	return {
		checks: [
			`req ${own}`,
			...lineOf('node', node),
			...lineOf('git', git),
			...lineOf('Claude Code', client),
		],
		findings: [
			...nodeFindings(node),
			...(git === undefined ? [finding('git_missing', 'git is not on the PATH', {})] : []),
			...clientFindings(client),
			...environmentFindings(facts),
			...(platform === 'win32'
				? [finding('platform_untested', 'this machine runs Windows', {})]
				: []),
		],
	};
}

function lineOf(name: string, program: Program | undefined): string[] {
	if (program === undefined) return [];
	return [`${name} ${versionIn(program.says) ?? 'of unknown version'}: ${oneLine(program.path)}`];
}

function nodeFindings(node: Program | undefined): Finding[] {
	if (node === undefined) return [finding('node_missing', '`node` is not on the PATH', {})];
	const version = versionIn(node.says);
	if (version === undefined) {
		return [finding('node_missing', '`node --version` fails', { file: node.path })];
	}
	if (!isBefore(version, OLDEST_NODE)) return [];
	return [finding('node_old', `hooks get Node ${version}`, { file: node.path })];
}

function clientFindings(client: Program | undefined): Finding[] {
	if (client === undefined) return [finding('client_missing', 'no `claude` is on the PATH', {})];
	const version = versionIn(client.says);
	if (version === undefined) {
		return [finding('client_missing', '`claude --version` fails', { file: client.path })];
	}
	const need = clientLack(version);
	if (need === undefined) return [];
	const what = `Claude Code is ${version}; ${need.part} need ${need.version}`;
	return [finding(need.code, what, { file: client.path })];
}

function environmentFindings({ missingConfigDir, isSimple }: ProgramFacts): Finding[] {
	return [
		...(missingConfigDir === undefined
			? []
			: [
					finding('config_dir_missing', 'CLAUDE_CONFIG_DIR names no folder', {
						file: missingConfigDir,
					}),
				]),
		...(isSimple ? [finding('simple_mode', 'CLAUDE_CODE_SIMPLE is set here', {})] : []),
	];
}
