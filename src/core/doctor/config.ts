import type { BranchState } from '../branch-state/schema.ts';
import type { ProjectConfig, Requirement } from '../config/config.ts';
import { onBranchText } from '../place/branch-text.ts';
import type { Place } from '../place/place.ts';
import { counted } from '../text/counted.ts';
import { named, oneLine, quoted, typed } from '../text/one-line.ts';
import { programsOf } from './command-programs.ts';
import { type Examined, type Finding, finding } from './finding.ts';
import { lacksTestScript } from './package-scripts.ts';

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

/** Whether the config can be read as a whole, stands, and leans on what is there (D34). */
export function examineConfig(facts: ConfigFacts): Examined {
	const { found, place, state } = facts;
	if (found.kind === 'none') {
		const what = `no requirements are configured in ${oneLine(place.root)}`;
		return { checks: [], findings: [finding('not_configured', what, {})] };
	}
	const { config, problems } = found;
	const { requirements } = config;
	const count = counted(requirements.length, 'requirement');
	return {
		checks: [`${count} ${onBranchText(place.branch)} of ${oneLine(place.root)}`],
		findings: [
			...problems.map(({ file, line, key, message }) =>
				finding('config_problem', oneLine(`${key || file} ${message}`), {
					...{ file, line, key: key || undefined },
				}),
			),
			...(config.enabled ? [] : [finding('config_off', 'the config is switched off', {})]),
			...pausedFinding(state),
			...requirements.flatMap((one) => unknownSkills(one, facts)),
			...requirements.flatMap((one) => lackingPrograms(one, facts)),
			...requirements.flatMap((one) => lackingScripts(one, facts)),
		],
	};
}

function pausedFinding(state: BranchState | undefined): Finding[] {
	if (state?.paused === undefined) return [];
	const { at, by, reason } = state.paused;
	const why = reason === undefined ? '' : `, ${quoted(reason)}`;
	const what = `this branch is paused since ${oneLine(at)} by ${oneLine(by)}${why}`;
	return [finding('branch_paused', what, {})];
}

function unknownSkills({ name, skills }: Requirement, facts: ConfigFacts): Finding[] {
	return skills
		.filter((skill) => !facts.skills.includes(skill))
		.map((skill) => {
			const what = `${name} names the skill ${named(skill)}, which nothing here has`;
			return finding('skill_unknown', what, { key: `requirements.${name}.skills` });
		});
}

function lackingPrograms({ name, commands }: Requirement, facts: ConfigFacts): Finding[] {
	return commands
		.filter(({ run }) => programsOf(run).some((program) => facts.missingPrograms.includes(program)))
		.map(({ run }) => {
			const what = `${name} waits for ${typed(run)}, whose program is not found`;
			return finding('program_missing', what, { key: `requirements.${name}.commands` });
		});
}

/** One that can run is enough. */
function lackingScripts({ name, commands }: Requirement, { packageJson }: ConfigFacts): Finding[] {
	const [first] = commands;
	if (first === undefined || packageJson === undefined) return [];
	if (!commands.every(({ run }) => lacksTestScript(run, packageJson))) return [];
	const what = `${name} waits for ${typed(first.run)}, and package.json has no test script`;
	return [finding('test_script_missing', what, { key: `requirements.${name}.commands` })];
}
