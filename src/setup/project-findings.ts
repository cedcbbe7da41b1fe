import { existsSync, statfsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Requirement } from '../config/config.ts';
import { shellWord } from '../core/setup/shell-word.ts';
import { named, oneLine, quoted, typed } from '../core/text/one-line.ts';
import { counted, relativeTime } from '../core/text/phrases.ts';
import { parseCommand } from '../shell/read-line.ts';
import { writeObstacle } from '../state/branch-files.ts';
import { member } from '../store/foreign-json.ts';
import { existingPart } from '../store/paths.ts';
import { programPath } from '../store/programs.ts';
import { fileNamesIn, readJson, textOrNothing } from '../store/read-file.ts';
import type { Case, DoctorWorld, FindingTable } from './finding.ts';
import { type BadDocument, heldLocks } from './stored-files.ts';

const MEGABYTE = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

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
	gates_off: {
		severity: 'note',
		means: 'The config says `enabled: false`, or this branch is paused, so nothing is gated here.',
		fix: 'remove `enabled: false` from requirements.yaml, or run `req pause --off`',
		find: ({ config, state }) => {
			if (config.kind === 'none') return [];
			if (!config.config.enabled) return { what: 'the config is switched off' };
			if (state?.paused === undefined) return [];
			const { at, by, reason = '' } = state.paused;
			const why = reason === '' ? '' : `, ${quoted(reason)}`;
			return { what: `${oneLine(by)} paused this branch at ${oneLine(at)}${why}` };
		},
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
	program_missing: {
		severity: 'warning',
		means: 'The program of a command that satisfies a requirement is not installed.',
		fix: 'install the program, or correct the command in requirements.yaml',
		find: (world) =>
			requirementsOf(world).flatMap(({ name, commands }) =>
				commands
					.filter(({ run }) => lacksProgram(run, world))
					.map(({ run }) => ({
						what: `${name}: the program of ${typed(run)} is missing`,
						key: `requirements.${name}.commands`,
					})),
			),
	},
	state_unwritable: {
		severity: 'broken',
		means: 'req cannot write its files, so no requirement can be satisfied, and gates only warn.',
		fix: 'make <file> a folder that you can write to',
		find: ({ place, context }) =>
			[place.stateDir, context.configDir].flatMap((file) => {
				const obstacle = writeObstacle(file);
				return obstacle === undefined ? [] : [{ what: obstacle.what, file }];
			}),
	},
	state_linked: {
		severity: 'broken',
		means:
			'The folder of the state, or a folder in it, is a link, which req does not follow. No stored state counts.',
		fix: 'remove the link <file>',
		find: ({ place: { link: file } }) =>
			file !== undefined && { what: `${oneLine(file)} is a link`, file },
	},
	document_unreadable: {
		severity: 'broken',
		means:
			'A stored document is damaged, or you may not read it. The next read moves a damaged one to quarantine: requirements that it satisfied become unmet, a session record is folded from its journal again, and the registry is written again at the next prompt of each session.',
		fix: 'correct the permissions of <file> or restore it; otherwise satisfy the requirements again',
		find: ({ bad }) => casesOf(bad.filter(({ kind }) => kind !== 'newer')),
	},
	document_newer: {
		severity: 'broken',
		means: 'A newer req wrote a stored document. The document stays as it is, and gates only warn.',
		fix: 'update req',
		find: ({ bad }) => casesOf(bad.filter(({ kind }) => kind === 'newer')),
	},
	lock_held: {
		severity: 'warning',
		means:
			'A process has held a lock for more than ten seconds, or its host is another one, where req cannot check whether it is gone. Changes to the document are refused.',
		fix: 'let process <pid> on <host> finish, or end it; if the host is gone, remove <file>',
		find: ({ place, context }) =>
			heldLocks(place, context).map(({ path: file, age, pid, host }) => {
				const what = `process ${pid} on ${host} has held a lock for ${Math.round(age / 1_000)} s`;
				return { what, file, pid, host };
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
		means:
			'Something went wrong inside req in the last 7 days, and no session start has reported it yet.',
		fix: 'start a session, or do what `req status` says',
		find: ({ faults, context }) => {
			const recent = faults.filter(({ at }) => context.now() - Date.parse(at) < 7 * DAY_MS);
			const last = recent.at(-1);
			if (last === undefined) return [];
			const when = relativeTime(last.at, context.now());
			const what = `${counted(recent.length, 'fault')}, the latest ${when}: ${oneLine(last.message)}`;
			const hint = last.hint === 'req doctor' ? undefined : last.hint;
			return { what, key: last.code, ...(hint === undefined ? {} : { fix: oneLine(hint) }) };
		},
	},
	disk_full: {
		severity: 'broken',
		means:
			'Less than 100 MB is free where the state is stored. On a full disk no requirement can be satisfied.',
		fix: 'free some disk space',
		find: ({ place: { stateDir: file } }) => {
			const { bavail, bsize } = statfsSync(existingPart(file));
			const free = Math.round((bavail * bsize) / MEGABYTE);
			return free < 100 && { what: `${free} MB are free`, file };
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
	const names = fileNamesIn(folder);
	const grouped = names.flatMap((name) => fileNamesIn(join(folder, name)));
	return [...names, ...grouped].map((name) => name.replace(/\.md$/, ''));
}

/** Whether a command cannot run because a program is missing: `make` of `CI=1 make`, as it is written. */
function lacksProgram(command: string, { place, context }: DoctorWorld): boolean {
	const parsed = parseCommand(command);
	const calls = parsed.kind === 'unparsed' ? [] : parsed.calls;
	return calls
		.filter(({ hiddenBy, directory }) => hiddenBy === undefined && directory === '')
		.map(({ written: [program = ''] }) => program)
		.filter((program) => /^[\w./@+:][\w./@+:-]*$/.test(program))
		.some((program) => programPath(program, context.env, place.root) === undefined);
}

function casesOf(documents: readonly BadDocument[]): readonly Case[] {
	return documents.map(({ path, why }) => ({ what: oneLine(`${path}: ${why}`), file: path }));
}
