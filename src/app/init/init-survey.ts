import { MAX_GLOB_LENGTH } from '../../core/config/glob.ts';
import type { Source } from '../../core/config/source.ts';
import type { Place } from '../../core/place/place.ts';
import { detectTestCommands, type TestCommand } from '../../core/setup/test-command.ts';
import type { DeskPorts } from '../ports.ts';

/** What a project says about itself that a preset can use. */
export interface Survey {
	/** The likeliest first. */
	readonly tests: readonly TestCommand[];
	readonly defaultBranch: string | undefined;
}

/** Looks around a project. For the config of all projects no single one speaks. */
export async function surveyProject(
	place: Place,
	layer: Source['layer'],
	ports: DeskPorts,
): Promise<Survey> {
	if (layer === 'global') return { tests: [], defaultBranch: undefined };
	const branch = ports.surroundings.defaultBranch(place);
	// As a glob it may be twice as long: each character with a backslash.
	const fits = branch !== undefined && branch.length * 2 <= MAX_GLOB_LENGTH;
	return {
		tests: detectTestCommands(await ports.surroundings.project(place)),
		defaultBranch: fits ? branch : undefined,
	};
}
