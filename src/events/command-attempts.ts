import type { Ports } from '../app/ports.ts';
import { placeAt, placeIfReadable } from '../git/find-place.ts';
import type { Place } from '../git/place.ts';
import { type ParsedCommand, parseCommand } from '../shell/parse-command.ts';
import type { WrittenFile } from '../shell/written-files.ts';
import { pathExists, realPath } from '../store/paths.ts';
import type { Attempt, FileAttempt } from './attempt.ts';
import { concernedProjects, protectedPlaces } from './file-attempts.ts';
import { distinctPlaces, startOf } from './projects.ts';
import { protectedWrites } from './protected-writes.ts';
import { reqCalls } from './req-calls.ts';
import { reservedCall } from './reserved-calls.ts';
import { type ShellCommand, writtenBy } from './shell-line.ts';

/** Written files in more directories than this are not asked which project they lie in. */
const MAX_PLACES = 32;

/** What a Bash command would do to the gates. */
export async function attemptsByCommand(
	shell: ShellCommand,
	ports: Ports,
): Promise<readonly Attempt[]> {
	const { source, cwd } = shell;
	return [
		...(await attemptsByCalls(parseCommand(source), cwd, ports)),
		...attemptsByFiles(writtenBy(shell, ports), cwd, ports),
	];
}

/** The calls of this program in a command line that are the user's. */
async function attemptsByCalls(
	parsed: ParsedCommand,
	cwd: string,
	ports: Ports,
): Promise<Attempt[]> {
	const calls = reqCalls(parsed);
	const projects = calls.length === 0 ? [] : await concernedProjects(cwd, [], ports);
	const requirements = projects.flatMap(({ config }) => config.requirements);
	return calls.flatMap((args) => reservedCall(args, requirements) ?? []);
}

/** What written files mean for the gates. Of a directory that goes, only what is in it counts, and no project as a whole. */
export function attemptsByFiles(
	files: readonly WrittenFile[],
	cwd: string,
	ports: Ports,
): FileAttempt[] {
	if (files.length === 0) return [];
	const spelled = files.flatMap((file) => withRealPath(file));
	const start = startOf(cwd, ports);
	const all = distinctPlaces([start, placeAt(cwd, ports.context), ...placesOf(spelled, ports)]);
	const places = protectedPlaces(all, start, ports);
	const isWhole = ({ path }: WrittenFile) =>
		all.some(({ root }) => `${root}/`.startsWith(`${path}/`));
	const reached = spelled
		.filter((file) => !isWhole(file))
		.flatMap((file) =>
			protectedWrites(file, places).filter(
				({ path }) => file.how !== 'gone' || path === file.path || pathExists(path),
			),
		);
	const unique = new Map(reached.map(({ thing, path }) => [path, thing]));
	return [...unique].map(([path, thing]) => ({ kind: 'file', path, thing, keys: [] }));
}

function withRealPath(file: WrittenFile): WrittenFile[] {
	const real = file.pattern ? file.path : realPath(file.path);
	return real === file.path ? [file] : [file, { ...file, path: real }];
}

function placesOf(files: readonly WrittenFile[], ports: Ports): Place[] {
	const paths = files.filter(({ pattern }) => !pattern).map(({ path }) => path);
	return paths.slice(0, MAX_PLACES).flatMap((path) => placeIfReadable(path, ports.context) ?? []);
}
