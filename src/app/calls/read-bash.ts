import { mayRunTests } from '../../core/command/may-run-tests.ts';
import { mentionsCommand } from '../../core/command/mentions-command.ts';
import type { ParsedCommand } from '../../core/command/parse-command.ts';
import { type Config, everyTrigger } from '../../core/config/config.ts';
import type { Place } from '../../core/place/place.ts';
import { mentionsWrite } from '../../core/written-files/mentions-write.ts';
import type { Ports } from '../ports.ts';
import type { Scene } from '../scene.ts';
import type { Reading } from './shell-line.ts';

/** A Bash command in the project that judges it. */
export interface ShellScene {
	readonly source: string;
	readonly cwd: string;
	readonly scene: Scene;
}

/**
 * Reads a Bash command. The parser is loaded only when a word the config speaks of occurs in it, or when
 * it may write files and a requirement asks about edits.
 */
export async function readBash({ source, cwd, scene }: ShellScene, ports: Ports): Promise<Reading> {
	const { config, place } = scene;
	const isNamed =
		commandPatterns(config).some((one) => mentionsCommand(source, one)) ||
		(waitsForCommand(config) && mayRunTests(source));
	const asksAboutEdits = everyTrigger(config).some(({ on }) => on === 'edit');
	const mayEdit = asksAboutEdits && mentionsWrite(source);
	if (!isNamed && !mayEdit) return { command: withoutCalls(source), files: [] };
	const { readLine } = await import('./shell-line.ts');
	return readLine(source, { cwd, roots: spellingsOf(place, ports), mayEdit }, ports);
}

function withoutCalls(source: string): ParsedCommand {
	return { kind: 'parsed', source, calls: [], redirected: [], variables: new Map() };
}

/** The project's root, and the name it was started under where that leads to it by a link. */
export function spellingsOf({ root }: Place, ports: Ports): string[] {
	const { projectDir } = ports.host;
	if (projectDir === undefined || projectDir === root) return [root];
	return ports.places.realPath(projectDir) === root ? [root, projectDir] : [root];
}

/** Every command the config asks about; the size of a branch depends on what git does. */
function commandPatterns(config: Config): string[] {
	const triggers = everyTrigger(config).flatMap((one) =>
		one.on === 'command' ? [one.command] : [],
	);
	const own = config.requirements.flatMap(({ commands, type }) => [
		// `yarn lint` is `yarn run lint`.
		...commands.map(({ run }) => run.replace(/ run(?:-script)? /, ' ')),
		...(type === 'dynamic' ? ['git'] : []),
	]);
	return [...triggers, ...own];
}

/** Only such a config asks about tests in other spellings than its own. */
function waitsForCommand({ requirements }: Config): boolean {
	return requirements.some(({ commands }) => commands.length > 0);
}
