import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Requirement } from '../config/config.ts';
import type { Context } from '../context.ts';
import { isStateFile, type Place } from '../git/place.ts';
import { RECORD_VERSION } from '../memory/record.ts';
import { tasksKind } from '../memory/tasks.ts';
import { readTeamFile, TEAM_FILE, teamPath } from '../memory/team-file.ts';
import { readRuns } from '../runs/run-file.ts';
import { shellWord } from '../shell/call.ts';
import { branchStateKind, writeObstacle } from '../state/branch-files.ts';
import { registryKind } from '../state/registry.ts';
import { DAY_MS } from '../store/clock.ts';
import type { DocumentKind } from '../store/document.ts';
import { readDocument } from '../store/document-file.ts';
import { unlessError } from '../store/errors.ts';
import { Fault } from '../store/fault.ts';
import { member } from '../store/foreign-json.ts';
import { isLocked, lockOwner } from '../store/lock.ts';
import { linkObstacle } from '../store/obstacle.ts';
import { STATE_FOLDERS } from '../store/paths.ts';
import { fileNamesIn, readJson, textOrNothing } from '../store/read-file.ts';
import { isRecord as isObject } from '../store/shape.ts';
import { named, oneLine } from '../text/one-line.ts';
import { counted, relativeTime } from '../text/phrases.ts';
import type { Case, DoctorWorld, FindingTable } from './findings.ts';
import { initRecordKind } from './init-record.ts';

/** What can be wrong with the config, what is stored, and the session that `req` is called in. */
export const PROJECT_FINDINGS: FindingTable = {
	not_configured: {
		severity: 'note',
		means: 'There is no requirements.yaml here, so nothing is gated.',
		fix: '`req init --preset starter`',
		find: ({ config, place }) =>
			config.kind === 'none' && {
				what: `no requirements are configured in ${oneLine(place.root)}`,
			},
	},
	worktree_unconfigured: {
		severity: 'note',
		means:
			'This worktree has no requirements.yaml of its own, so that of the main worktree applies, whatever branch is checked out there.',
		fix: 'if this branch needs its own config, commit .claude/requirements.yaml on it',
		find: ({ place: { root, mainRoot = root } }) => {
			const [own, file] = [root, mainRoot].map((tree) => join(tree, '.claude/requirements.yaml'));
			if (existsSync(own ?? '') || !existsSync(file ?? '')) return [];
			return { what: `${oneLine(root)} has no requirements.yaml`, file };
		},
	},
	config_problem: {
		severity: 'broken',
		means: 'A part of the config cannot be read and gates nothing. The rest still does.',
		fix: 'correct it and run `req config check`',
		find: ({ config }) =>
			(config.kind === 'none' ? [] : config.problems).map(({ file, line, key, message }) => {
				// Without a key it is the file that does not parse, in the words of the YAML library.
				const isSyntax = key === '' && line !== undefined;
				const what = isSyntax ? 'the file is not valid YAML' : `${key || file} ${message}`;
				return { what: oneLine(what), file, line, key: key || undefined };
			}),
	},
	worktree_broken: {
		severity: 'broken',
		means:
			'The `.git` file of this worktree names a folder that does not exist: the repository was moved or deleted, or the worktree was pruned. The gates do not see this repository.',
		fix: 'run `git worktree repair <worktree>` in the repository, or remove the worktree',
		find: ({ context }) => {
			const file = join(nearestGit(context.cwd()), '.git');
			const gitDir = /^gitdir: (.+)/.exec(textOrNothing(file, 4_096))?.[1];
			if (gitDir === undefined || existsSync(resolve(dirname(file), gitDir))) return [];
			const what = `${oneLine(gitDir)} does not exist`;
			return { what, file, worktree: shellWord(dirname(file)) };
		},
	},
	skill_unknown: {
		severity: 'warning',
		means:
			'A requirement names a skill that exists neither in the project, nor for the user, nor in an enabled plugin.',
		fix: 'add the skill, or correct its name in requirements.yaml',
		find: (world) => {
			const known = new Set(skillNames(world));
			return requirementsOf(world).flatMap(({ name, skills }) =>
				skills
					.filter((skill) => !known.has(skill))
					.map((skill) => ({
						what: `${name} names the skill ${named(skill)}, which does not exist here`,
						key: `requirements.${name}.skills`,
					})),
			);
		},
	},
	state_unwritable: {
		severity: 'broken',
		means:
			'req cannot write its files, or follows no link to them, so no requirement can be satisfied, and gates only warn.',
		fix: 'make <file> a folder that you can write to',
		find: ({ place, context }) => {
			const { link: file, stateDir } = place;
			if (file !== undefined) return { what: linkObstacle(file).what, file };
			return [stateDir, context.configDir].flatMap((folder) => {
				const obstacle = writeObstacle(folder);
				return obstacle === undefined ? [] : [{ what: obstacle.what, file: folder }];
			});
		},
	},
	document_unreadable: {
		severity: 'broken',
		means:
			'A stored document is damaged, you may not read it, or a newer req wrote it. The next read moves a damaged one to quarantine: requirements that it satisfied become unmet, a session record is folded from its journal again, and the registry is written again at the next prompt of each session. One of a newer req stays as it is, and gates only warn.',
		fix: 'correct the permissions of <file> or restore it; otherwise satisfy the requirements again',
		find: ({ place, context }) => badDocuments(place, context),
	},
	lock_held: {
		severity: 'warning',
		means:
			'A process has held a lock for more than ten seconds, or it is on another machine, which req cannot check. Changes to the document are refused.',
		fix: 'let process <pid> on <host> finish, or end it; if that machine is gone, remove <file>',
		find: ({ place, context }) =>
			heldLocks(place, context).map(({ path: file, age, pid, host }) => {
				const what = `process ${pid} on ${host} has held a lock for ${Math.round(age / 1_000)} s`;
				return { what, file, pid, host };
			}),
	},
	lessons_unreadable: {
		severity: 'warning',
		means:
			"A part of the team's lessons in .claude/lessons.jsonl cannot be read, or the file has too many. Sessions are not shown these lessons.",
		fix: 'correct <file>, or remove what cannot be read from it',
		find: ({ place }) =>
			readTeamFile(place).problems.map(({ what, line }) => {
				return { what: `${TEAM_FILE}: ${what}`, file: teamPath(place), line };
			}),
	},
	quarantined: {
		severity: 'warning',
		means: 'Documents that could not be read were moved to quarantine.',
		fix: 'look in <file>, restore what you need and delete the rest; `req prune` does so after 30 days',
		find: ({ place, context }) =>
			[place.stateDir, join(context.configDir, 'requirements')].flatMap((folder) => {
				const file = join(folder, 'quarantine');
				const names = fileNamesIn(file);
				const latest = oneLine(names.at(-1) ?? '');
				const what = `${counted(names.length, 'document')} set aside, such as ${latest}`;
				return names.length === 0 ? [] : [{ what, file }];
			}),
	},
	faults_unread: {
		severity: 'warning',
		means: 'Something went wrong inside req in the last 7 days, and no session start has reported it yet.',
		fix: 'start a session, or follow the fix in `req status`',
		find: ({ faults, context }) => {
			const recent = faults.filter(({ at }) => context.now() - Date.parse(at) < 7 * DAY_MS);
			const last = recent.at(-1);
			if (last === undefined) return [];
			const when = relativeTime(last.at, context.now());
			const what = `${counted(recent.length, 'fault')}, the latest ${when}: ${oneLine(last.message)}`;
			const hint = last.hint === 'req doctor' ? undefined : last.hint;
			return { what, key: last.code, fix: hint && oneLine(hint) };
		},
	},
	session_unseen: {
		severity: 'broken',
		means: 'This session is running, but no hook of req has run in it.',
		fix: 'end the session and start claude again; if the finding stays, run `req doctor --live`',
		find: ({ session, config }) =>
			session?.isSeen === false &&
			config.kind === 'some' && { what: `session ${named(session.key)} runs without hooks of req` },
	},
};

function requirementsOf({ config }: DoctorWorld): readonly Requirement[] {
	return config.kind === 'none' ? [] : config.config.requirements;
}

/** The nearest directory from here upwards that has a `.git`, whatever that is. */
function nearestGit(directory: string): string {
	const above = dirname(directory);
	return existsSync(join(directory, '.git')) || above === directory ? directory : nearestGit(above);
}

/** The skills and commands of the project, of the user, and of the plugins that are on; and those of this package. */
function skillNames({ installation, place, own, context }: DoctorWorld): readonly string[] {
	const { enabledRoots, folders } = installation;
	const ofPlugins = [own.root, ...enabledRoots].flatMap((root) => {
		const { json } = readJson(join(root, '.claude-plugin/plugin.json'));
		const paths = ['skills', 'commands'].flatMap((key) => [member(json, key) ?? [], key].flat());
		return paths.map((path) => resolve(root, String(path)));
	});
	const clients = [...folders, place.root].map((folder) => join(folder, '.claude'));
	const others = [...clients, context.configDir].flatMap((folder) => {
		return [join(folder, 'skills'), join(folder, 'commands')];
	});
	return [...new Set([...ofPlugins, ...others])].flatMap(skillsIn);
}

/** `skills/<name>/SKILL.md`, `commands/<name>.md` and `commands/<group>/<name>.md`. */
function skillsIn(folder: string): readonly string[] {
	// A hostile repository may have any number.
	const names = fileNamesIn(folder).slice(0, 1_000);
	const grouped = names.flatMap((name) => fileNamesIn(join(folder, name)));
	return [...names, ...grouped].map((name) => name.replace(/\.md$/, ''));
}

type Parse = DocumentKind<object>['parse'];
/** The documents of a folder. */
type DocumentRow = readonly [folder: string, isOne: (name: string) => boolean, parse: Parse];

/** Reads all documents of a project and its user. Moves and repairs nothing. */
function badDocuments(place: Place, context: Context): readonly Case[] {
	const { stateDir, link } = place;
	const { configDir } = context;
	const isRecord = (name: string) => /^[a-z0-9][\w-]*\.json$/.test(name);
	const ofUser: readonly DocumentRow[] = [
		[join(configDir, 'requirements'), (name) => name === 'init.json', initRecordKind.parse],
		[configDir, (name) => name === 'sessions.json', registryKind.parse],
	];
	const ofProject: readonly DocumentRow[] = [
		[stateDir, isStateFile, branchStateKind(place, context).parse],
		[stateDir, (name) => name === 'tasks.json', tasksKind.parse],
		[stateDir, (name) => name === 'init.json', initRecordKind.parse],
		[join(stateDir, 'sessions'), isRecord, parseSessionRecord],
		[join(stateDir, 'sessions/archive'), isRecord, parseSessionRecord],
	];
	// Nothing behind a link counts.
	const rows = link === undefined ? [...ofProject, ...ofUser] : ofUser;
	const found = rows.flatMap(([folder, isOne, parse]) => {
		const names = fileNamesIn(folder).filter(isOne);
		return names.flatMap((name) => badDocument(join(folder, name), parse) ?? []);
	});
	const runs = readRuns(place).unreadable.map(({ file, why }) => {
		return badCase(join(stateDir, 'runs', file), why);
	});
	return [...found, ...runs];
}

function badDocument(path: string, parse: Parse): Case | undefined {
	try {
		const found = readDocument(path, { parse });
		if (found.kind === 'corrupt') return badCase(path, found.reason);
		if (found.kind !== 'newer') return undefined;
		return badCase(path, `it has schema version ${found.version}`, 'update req');
	} catch (error) {
		if (!(error instanceof Fault)) throw error;
		return badCase(path, error.message);
	}
}

function badCase(file: string, why: string, fix?: string): Case {
	return { what: oneLine(`${file}: ${why}`), file, fix };
}

/** A record as it is on disk: whatever it lacks, its session is shown as far as it is understood. */
function parseSessionRecord(json: unknown): ReturnType<Parse> {
	if (!isObject(json)) return { kind: 'corrupt', reason: 'it is no object' };
	const version = member(json, 'schema_version');
	const isNewer = typeof version === 'number' && version > RECORD_VERSION;
	return isNewer ? { kind: 'newer', version } : { kind: 'present', doc: json };
}

/** Milliseconds. Writers hold a lock for some milliseconds. */
const LONG_HELD = 10_000;

/** The locks that a process has held for long, or that have no owner. `age` in milliseconds. */
function heldLocks(
	{ stateDir }: Place,
	{ configDir, hostname }: Context,
): readonly { path: string; age: number; pid: string; host: string }[] {
	const folders = ['', ...STATE_FOLDERS].map((folder) => join(stateDir, folder));
	const locks = folders.flatMap((folder) =>
		fileNamesIn(folder)
			.filter((name) => name.endsWith('.lock'))
			.map((name) => join(folder, name)),
	);
	return [...locks, join(configDir, 'sessions.json.lock')].flatMap((path) => {
		const document = path.replace(/\.lock$/, '');
		const age = Date.now() - (unlessError(() => statSync(path).mtimeMs) ?? Infinity);
		if (age < LONG_HELD || !isLocked(document, hostname)) return [];
		const { pid = '(unknown)', host = hostname } = lockOwner(document) ?? {};
		return [{ path, age, pid: String(pid), host: oneLine(host) }];
	});
}
