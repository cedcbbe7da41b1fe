import type { Source } from '../../core/config/source.ts';
import type { Place } from '../../core/place/place.ts';
import { fitsGlob } from '../../core/setup/preset-text.ts';
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
	const fits = branch !== undefined && fitsGlob(branch);
	return {
		tests: detectTestCommands(await ports.surroundings.project(place)),
		defaultBranch: fits ? branch : undefined,
	};
}
