import type { ParsedCommand } from '../../core/command/parse-command.ts';
import { mayRunTests, mentionsCommand, mentionsWrite } from '../../core/command/prefilter.ts';
import { newSteps } from '../../core/command/steps.ts';
import { type Config, everyTrigger } from '../../core/config/config.ts';
import type { Place } from '../../core/place/place.ts';
import { isMeasured } from '../../core/requirement-type/type-table.ts';
import type { Ports } from '../ports.ts';
import type { Project } from '../projects.ts';
import { type Reading, readLine } from './shell-line.ts';

/** A Bash command in the project that judges it. */
interface ShellProject {
	readonly source: string;
	readonly cwd: string;
	readonly project: Project;
	readonly ran: boolean;
}

/**
 * Reads a Bash command. The parser is loaded only when a word the config speaks of occurs in it, or when
 * it may write files and a requirement asks about edits. Before it runs, it proves nothing yet.
 */
export function readBash({ source, cwd, project, ran }: ShellProject, ports: Ports): Reading {
	const { config, place } = project;
	const isNamed =
		triggerPatterns(config).some((one) => mentionsCommand(source, one)) ||
		(ran && (mayProve(source, config) || mayResize(source, config)));
	const asksAboutEdits = everyTrigger(config).some(({ on }) => on === 'edit');
	const mayEdit = asksAboutEdits && mentionsWrite(source);
	if (!isNamed && !mayEdit) return { command: withoutCalls(source), files: [] };
	// Where it stands decides what it proves, and before it runs it proves nothing.
	const roots = ran ? rootSpellings(place, ports) : [];
	return readLine(source, { cwd, roots, mayEdit }, ports);
}

function withoutCalls(source: string): ParsedCommand {
	return {
		kind: 'parsed',
		source,
		calls: [],
		redirected: [],
		variables: new Map(),
		words: [],
		steps: newSteps(),
	};
}

/** The project's root, and the name it was started under where that leads to it by a link. */
export function rootSpellings({ root }: Place, ports: Ports): string[] {
	const { projectDir } = ports.host;
	if (projectDir === undefined || projectDir === root) return [root];
	return ports.places.realPath(projectDir) === root ? [root, projectDir] : [root];
}

function triggerPatterns(config: Config): string[] {
	return everyTrigger(config).flatMap((one) => (one.on === 'command' ? [one.command] : []));
}

/** Whether it may be a command that a requirement waits for. Only who waits for one asks about tests in other spellings. */
export function mayProve(source: string, { requirements }: Config): boolean {
	const runs = requirements.flatMap(({ commands }) => commands.map(({ run }) => run));
	// `yarn lint` is `yarn run lint`.
	const isNamed = runs.some((run) =>
		mentionsCommand(source, run.replace(/ run(?:-script)? /, ' ')),
	);
	return isNamed || (runs.length > 0 && mayRunTests(source));
}

/** Whether it may change the size of a branch, as git does. */
function mayResize(source: string, { requirements }: Config): boolean {
	return requirements.some(isMeasured) && mentionsCommand(source, 'git');
}
