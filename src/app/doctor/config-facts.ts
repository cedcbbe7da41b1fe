import type { ProjectConfig } from '../../core/config/config.ts';
import type { ConfigFacts } from '../../core/doctor/config.ts';
import { programsOf } from '../../core/doctor/needed-programs.ts';
import type { Stored } from '../../core/doctor/stored.ts';
import { absolutePath } from '../../core/place/paths.ts';
import type { Place } from '../../core/place/place.ts';
import type { Checkup } from '../doctor-ports.ts';
import type { DeskPorts } from '../ports.ts';
import { enabledRoots, type Installation, skillFolders } from './installation.ts';

/** A project as `req doctor` sees it. */
interface ExaminedProject extends Pick<ConfigFacts, 'differences'> {
	readonly place: Place;
	readonly found: ProjectConfig;
	readonly stored: Stored;
	readonly installation: Installation;
}

/** What the config of a project leans on. */
export function configFacts(project: ExaminedProject, ports: DeskPorts): ConfigFacts {
	const { place, found, stored, differences } = project;
	const { checkup } = ports;
	const states = stored.branches.flatMap(({ found: one }) =>
		one.kind === 'present' ? [one.doc] : [],
	);
	const leansOn =
		found.kind === 'none'
			? { skills: [], missingPrograms: [] }
			: {
					skills: skillsAt(project, ports),
					missingPrograms: missingPrograms(found, place, checkup),
				};
	return {
		...{ place, found, differences, ...leansOn },
		state: states.find(({ branch }) => branch === place.branch),
		packageJson: checkup.json(`${place.root}/package.json`).json,
	};
}

function skillsAt({ place, installation }: ExaminedProject, ports: DeskPorts): string[] {
	const { checkup, host } = ports;
	const { plugins, wired, own, folders } = installation;
	const roots = [
		...enabledRoots(installation, checkup),
		...plugins.flatMap(({ root }) => root ?? []),
		// Where nothing tells how the hooks are loaded, this package is what `--plugin-dir` would name.
		...(wired.length === 0 ? [own.root] : []),
	];
	const clients = [...[...folders, place.root].map((one) => `${one}/.claude`), host.configDir];
	const all = [
		...roots.flatMap((root) => skillFolders(root, checkup)),
		...clients.flatMap((folder) => [`${folder}/skills`, `${folder}/commands`]),
	];
	return [...new Set(all)].flatMap((folder) => skillsIn(folder, checkup));
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
	{ hasProgram }: Checkup,
): string[] {
	const commands = config.requirements.flatMap((requirement) => requirement.commands);
	const programs = new Set(commands.flatMap(({ run }) => programsOf(run)));
	return [...programs].filter((program) => {
		return !hasProgram(program.includes('/') ? absolutePath(program, root) : program);
	});
}
