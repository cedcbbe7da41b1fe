import type { BranchState } from '../../core/branch-state/schema.ts';
import type { ProjectConfig } from '../../core/config/config.ts';
import { programsOf } from '../../core/doctor/command-programs.ts';
import type { ConfigFacts } from '../../core/doctor/config.ts';
import type { StoredState } from '../../core/doctor/stored.ts';
import { absolutePath } from '../../core/place/paths.ts';
import type { Place } from '../../core/place/place.ts';
import type { Checkup } from '../doctor-ports.ts';
import type { DeskPorts } from '../ports.ts';
import { enabledPlugins, type Installation } from './installation.ts';
import { pluginRoot, skillFolders } from './plugin-facts.ts';

/** A project as `req doctor` sees it. */
export interface ExaminedProject {
	readonly place: Place;
	readonly found: ProjectConfig;
	readonly stored: StoredState;
	readonly installation: Installation;
}

/** What the config of a project leans on. */
export function configFacts(project: ExaminedProject, ports: DeskPorts): ConfigFacts {
	const { place, found, stored } = project;
	return {
		...{ place, found },
		state: stateOf(stored, place),
		skills: found.kind === 'none' ? [] : skillsAt(project, ports),
		missingPrograms: found.kind === 'none' ? [] : missingPrograms(found, place, ports.checkup),
		packageJson: ports.checkup.json(`${place.root}/package.json`).json,
	};
}

function stateOf({ documents }: StoredState, { branch }: Place): BranchState | undefined {
	const states = documents.flatMap(({ lying }) => (lying.kind === 'present' ? [lying.doc] : []));
	return states.find((state) => state.branch === branch);
}

/** Where nothing tells how the hooks are loaded, this package is what `--plugin-dir` would name. */
function skillsAt(
	{ place, installation }: ExaminedProject,
	{ checkup, host }: DeskPorts,
): string[] {
	const { plugins, wired, shelf } = installation;
	const roots = [
		...enabledPlugins(installation).flatMap((id) => pluginRoot(id, shelf, checkup) ?? []),
		...plugins.flatMap(({ root }) => root ?? []),
		...(wired.length === 0 ? [checkup.own().root] : []),
	];
	const own = [...installation.folders, place.root].map((folder) => `${folder}/.claude`);
	const folders = [
		...roots.flatMap((root) => skillFolders(root, checkup)),
		...[...own, host.configDir].flatMap((folder) => [`${folder}/skills`, `${folder}/commands`]),
	];
	return [...new Set(folders)].flatMap((folder) => skillsIn(folder, checkup));
}

/** `skills/<name>/SKILL.md`, `commands/<name>.md` and `commands/<group>/<name>.md`. */
function skillsIn(folder: string, checkup: Checkup): string[] {
	const names = checkup.names(folder);
	const grouped = names
		.filter((name) => !name.includes('.'))
		.flatMap((name) => checkup.names(`${folder}/${name}`));
	const files = [...names, ...grouped].filter((name) => name.endsWith('.md'));
	return [...names, ...files.map((name) => name.slice(0, -'.md'.length))];
}

function missingPrograms(
	{ config }: Extract<ProjectConfig, { kind: 'some' }>,
	{ root }: Place,
	checkup: Checkup,
): string[] {
	const commands = config.requirements.flatMap((requirement) => requirement.commands);
	const programs = new Set(commands.flatMap(({ run }) => programsOf(run)));
	return [...programs].filter((program) => {
		return !checkup.hasProgram(program.includes('/') ? absolutePath(program, root) : program);
	});
}
