import type { ParsedCommand } from '../../core/command/parse-command.ts';
import { GIT_HOOKS, isHookScript } from '../../core/git-hooks/git-hooks.ts';
import { type Place, parentOf } from '../../core/place/place.ts';
import type { ProgramAttempt } from '../../core/protection/attempt.ts';
import { leadsHooksAway } from '../../core/protection/git-hook-calls.ts';
import type { ProtectedPlace } from '../../core/protection/protected-files.ts';
import type { Ports } from '../ports.ts';

/** What a name ends with that is one of a hook of ours, or of the one that runs before it. */
const NAMED = new RegExp(`/(${GIT_HOOKS.join('|')})(?:\\.before-req(?:-\\d+)?)?$`, 'i');

/** What a file is as a hook of git: ours, or the one that ours runs first. */
export function hookOf(path: string, { client }: Ports): 'git_hook' | undefined {
	const [end, name] = NAMED.exec(path) ?? [];
	if (end === undefined || name === undefined) return undefined;
	const own = `${path.slice(0, -end.length)}/${name}`;
	return isHookScript(client.text(own) ?? '') ? 'git_hook' : undefined;
}

/** The hooks of ours in a repository, in the folders where git mostly looks. */
export function hooksOf(place: Place, ports: Ports): ProtectedPlace[] {
	if (!place.git) return [];
	const folders = [
		`${parentOf(place.stateDir)}/hooks`,
		...['.husky/_', '.husky', '.githooks'].map((name) => `${place.root}/${name}`),
	];
	return folders
		.flatMap((folder) => GIT_HOOKS.map((hook) => `${folder}/${hook}`))
		.filter((path) => hookOf(path, ports) !== undefined)
		.map((path) => ({ thing: 'git_hook' as const, path }));
}

/** What a text says that goes to a folder of hooks, or into it: their names alone may stand in anybody's notes. */
const FOLDER = /(?:hooks|husky)['"]?\/|[/']hooks\b|\.git\b/;

/** The names by which a program's text speaks of the hooks of git, where ours hold one of the repositories. */
export function hookNames(source: string, places: readonly Place[], ports: Ports): string[] {
	if (!FOLDER.test(source)) return [];
	const names = ['git/hooks', ...GIT_HOOKS].filter((name) => source.includes(name));
	return places.some((place) => hooksOf(place, ports).length > 0) ? names : [];
}

/** What leads git past the hooks of ours, where there are any. */
export function attemptsOnHooks(
	parsed: ParsedCommand,
	place: Place,
	ports: Ports,
): ProgramAttempt[] {
	if (!leadsHooksAway(parsed) || hooksOf(place, ports).length === 0) return [];
	return [{ kind: 'git_hooks' }];
}
