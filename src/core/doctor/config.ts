import type { ProjectConfig, Requirement } from '../../config/config.ts';
import { NO_GIT, onBranchText, type Place } from '../../git/place.ts';
import { type ProgramCall, UNKNOWN } from '../../shell/call.ts';
import { parseCommand } from '../../shell/read-line.ts';
import { readRun } from '../../shell/read-run.ts';
import type { BranchState } from '../../state/branch-state.ts';
import { member, textIn } from '../../store/foreign-json.ts';
import { isTestScript } from '../setup/test-command.ts';
import { named, oneLine, quoted, typed } from '../text/one-line.ts';
import { counted } from '../text/phrases.ts';
import { broken, type Case, type Table, warning, when } from './finding.ts';

/** A project's config, and what of the machine it leans on. */
export interface ConfigFacts {
	readonly place: Pick<Place, 'root' | 'branch'>;
	readonly found: ProjectConfig;
	/** The stored state of this branch, where it can be read. */
	readonly state: BranchState | undefined;
	/** Names of the skills the client knows here. */
	readonly skills: readonly string[];
	/** Programs of `commands` that are not found. */
	readonly missingPrograms: readonly string[];
	/** The project's `package.json`, parsed; `undefined` where there is none to read. */
	readonly packageJson: unknown;
}

/** Whether the config can be read as a whole, stands, and leans on what is there. */
export const CONFIG = {
	title: 'Config',
	checks: ({ found, place }) => {
		if (found.kind === 'none') return [];
		const count = counted(found.config.requirements.length, 'requirement');
		if (place.branch === NO_GIT) return [`${count} in ${oneLine(place.root)} (no git)`];
		return [`${count} ${onBranchText(place.branch)} of ${oneLine(place.root)}`];
	},
	rows: {
		not_configured: warning(
			'There is no requirements.yaml here, so nothing is gated.',
			'`req init --preset starter`',
			({ found, place }) => {
				const what = `no requirements are configured in ${oneLine(place.root)}`;
				return when(found.kind === 'none', { what });
			},
		),
		config_problem: broken(
			'A part of the config cannot be read and gates nothing. The rest still does.',
			'correct it and run `req config check`',
			({ found }) =>
				(found.kind === 'none' ? [] : found.problems).map(({ file, line, key, message }) => ({
					what: oneLine(`${key || file} ${message}`),
					...{ file, line, key: key || undefined },
				})),
		),
		gates_off: warning(
			'The config says `enabled: false`, or this branch is paused, so nothing is gated here.',
			'remove `enabled: false` from requirements.yaml, or run `req pause --off`',
			({ found, state }) => {
				if (found.kind === 'none') return [];
				if (!found.config.enabled) {
					return [{ what: 'the config is switched off', fix: 'remove `enabled: false`' }];
				}
				if (state?.paused === undefined) return [];
				const { at, by, reason } = state.paused;
				const why = reason === undefined ? '' : `, ${quoted(reason)}`;
				const what = `this branch is paused since ${oneLine(at)} by ${oneLine(by)}${why}`;
				return [{ what, fix: '`req pause --off`' }];
			},
		),
		skill_unknown: warning(
			'A requirement names a skill that does not exist in the project, for the user or in an enabled plugin.',
			'add the skill, or correct its name in requirements.yaml',
			({ found, skills: known }) =>
				eachRequirement(found, ({ name, skills }) =>
					skills
						.filter((skill) => !known.includes(skill))
						.map((skill) => ({
							what: `${name} names the skill ${named(skill)}, which nothing here has`,
							key: `requirements.${name}.skills`,
						})),
				),
		),
		command_impossible: warning(
			'The command that satisfies a requirement cannot run: its program is missing, or package.json has no `test` script.',
			'install the program, add the script, or correct the command in requirements.yaml',
			({ found, missingPrograms, packageJson }) =>
				eachRequirement(found, ({ name, commands }) => {
					const key = `requirements.${name}.commands`;
					const lost = commands
						.filter(({ run }) => programsOf(run).some((one) => missingPrograms.includes(one)))
						.map(({ run }) => ({ what: `${name}: the program of ${typed(run)} is missing`, key }));
					const [first] = commands;
					if (first === undefined || packageJson === undefined) return lost;
					// One that can run is enough.
					const isLost = commands.every(({ run }) => lacksTestScript(run, packageJson));
					const what = `${name}: package.json has no test script for ${typed(first.run)}`;
					return [...lost, ...when(isLost, { what, key })];
				}),
		),
	},
} as const satisfies Table<ConfigFacts>;

function eachRequirement(
	found: ProjectConfig,
	look: (requirement: Requirement) => readonly Case[],
): readonly Case[] {
	return found.kind === 'none' ? [] : found.config.requirements.flatMap(look);
}

/** Words the shell carries out itself. */
const BUILT_IN: ReadonlySet<string> = new Set(
	`. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs
	disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local
	logout mapfile noglob nocorrect popd printf pushd pwd read readarray readonly return set shift shopt
	source suspend test times trap true type typeset ulimit umask unalias unset wait`.split(/\s+/),
);
/** No pattern, no expansion, no `~`. */
const PLAIN = /^[\w./@+:-]+$/;

/** The programs that a command of a requirement needs: `make` of `CI=1 make`, as they are written. What the shell itself does is none. */
export function programsOf(command: string): string[] {
	const programs = neededCalls(command).map(({ written }) => written[0] ?? UNKNOWN);
	return [...new Set(programs)].filter((word) => PLAIN.test(word) && !BUILT_IN.has(word));
}

/** Whether a command runs the tests of a `package.json` that has none: it can never succeed. */
export function lacksTestScript(command: string, packageJson: unknown): boolean {
	const runsTestScript = neededCalls(command).some(({ words }) => {
		const { script, workspace, args } = readRun(words);
		// With options the script may be that of another folder.
		return script === 'test' && workspace === '' && args.every((one) => /^-/.test(one));
	});
	if (!runsTestScript) return false;
	const script = textIn(member(packageJson, 'scripts'), 'test');
	return script === undefined || !isTestScript(script);
}

/** The calls that a command must make in the project's own folder. */
function neededCalls(command: string): readonly ProgramCall[] {
	const parsed = parseCommand(command);
	if (parsed.kind === 'unparsed') return [];
	return parsed.calls.filter(
		({ hiddenBy, directory }) => hiddenBy === undefined && directory === '',
	);
}
