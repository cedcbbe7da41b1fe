import { join } from 'node:path';
import type { ProjectProbe } from '../app/setup-ports.ts';
import type { Context } from '../core/context.ts';
import type { ProjectFacts } from '../core/setup/test-command.ts';
import { askSimpleGit, defaultBranch } from '../git/branch-size.ts';
import type { Place } from '../git/place.ts';
import { fileNamesIn, textOrNothing } from '../store/read-file.ts';
import { jsonValue } from './json-layouts.ts';

/** Bytes; a `package.json` has a few thousand. */
const MAX_BYTES = 1024 * 1024;

/** What stands around a project as files and git tell it. */
export function liveProjectProbe(context: Context): ProjectProbe {
	const lists = async (place: Place, args: string[]) =>
		((await askSimpleGit(place, context, (git) => git.raw(args))) ?? '') !== '';
	return {
		project,
		defaultBranch: async (place) =>
			(await askSimpleGit(place, context, (git) => defaultBranch(place, git)))?.name,
		isIgnored: (place, path) => lists(place, ['check-ignore', '--no-index', '--', path]),
		isTracked: (place, path) => lists(place, ['ls-files', '--', path]),
	};
}

function project({ root }: Place): ProjectFacts {
	const text = (name: string) => textOrNothing(join(root, name), MAX_BYTES);
	return { names: new Set(fileNamesIn(root)), text, json: (name) => jsonValue(text(name)) };
}
