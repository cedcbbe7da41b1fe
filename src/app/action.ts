import { mentionsCommand } from '../core/command/mentions-command.ts';
import type { ParsedCommand } from '../core/command/parse-command.ts';
import type { Config, Trigger } from '../core/config/config.ts';
import { type Action, editedPath } from '../core/gate/action.ts';
import { isPlanFile } from '../core/gate/never-gated.ts';
import { relativeTo } from '../core/place/paths.ts';
import type { Place } from '../core/place/place.ts';
import type { Ports } from './ports.ts';
import { type EditScene, type Scene, sceneOfCall, sceneOfEdit } from './scene.ts';

/** A tool call in the project that judges it. */
export interface Call {
	readonly scene: Scene;
	readonly action: Action;
}

/** The parts of a tool event that say what is done. */
export interface ToolEvent {
	readonly cwd: string;
	readonly tool_name: string;
	readonly tool_input: Readonly<Record<string, unknown>>;
}

/**
 * Reads a tool event as calls, one for each project that judges a part of it; none where nothing is
 * configured or gates are off. Today every event is at most one call: what recognises the files a Bash
 * command writes adds a call for each project they lie in (D3).
 */
export async function readCalls(event: ToolEvent, ports: Ports): Promise<Call[]> {
	const file = editedPath(event.tool_name, event.tool_input);
	const scene =
		file === undefined
			? await sceneOfCall(event.cwd, ports)
			: await sceneOfEdit(file, event.cwd, ports);
	if (scene === undefined || !scene.config.enabled) return [];
	const action: Action = {
		tool: event.tool_name,
		edits: 'path' in scene ? editsOf(scene as EditScene, ports) : [],
		command: await commandOf(event, scene, ports),
		fitsTool: await toolMatcher(event.tool_name, scene.config, ports),
	};
	return [{ scene, action }];
}

/** The client's own plans are nobody's work: they neither wait for anything nor arm it (host fact 21). */
function editsOf({ place, path }: EditScene, ports: Ports): string[] {
	const isPlan = isPlanFile(path, {
		configDir: ports.places.realPath(ports.host.configDir),
		root: place.root,
		plansDirectory: ports.client.plansDirectory(place),
	});
	return isPlan ? [] : [relativeTo(place.root, path)];
}

const NO_CALLS: ParsedCommand = {
	kind: 'parsed',
	calls: [],
	redirected: [],
	variables: new Map(),
};

/** The parsed Bash command. The parser is loaded only when a word the config speaks of occurs in it. */
async function commandOf(
	event: ToolEvent,
	{ config, place }: Scene,
	ports: Ports,
): Promise<ParsedCommand | undefined> {
	const source = event.tool_input['command'];
	if (event.tool_name !== 'Bash' || typeof source !== 'string') return undefined;
	if (!commandPatterns(config).some((pattern) => mentionsCommand(source, pattern))) return NO_CALLS;
	const { parseCommandIn } = await import('../core/command/parse-command.ts');
	return parseCommandIn(source, spellingsOf(place, ports));
}

/** The project's root, and the name it was started under where that leads to it by a link. */
function spellingsOf({ root }: Place, ports: Ports): string[] {
	const { projectDir } = ports.host;
	if (projectDir === undefined || projectDir === root) return [root];
	return ports.places.realPath(projectDir) === root ? [root, projectDir] : [root];
}

/** RE2 is loaded only where the config holds patterns (D33). */
async function toolMatcher(
	tool: string,
	config: Config,
	ports: Ports,
): Promise<(pattern: string) => boolean> {
	const patterns = allTriggers(config).flatMap((trigger) =>
		trigger.on === 'tool' ? [trigger.pattern] : [],
	);
	if (patterns.length === 0) return () => false;
	const fits = await ports.patterns.matcher(patterns);
	return (pattern) => fits(pattern, tool);
}

/** Every command the config asks about; the size of a branch depends on what git does. */
function commandPatterns(config: Config): string[] {
	const triggers = allTriggers(config).flatMap((one) =>
		one.on === 'command' ? [one.command] : [],
	);
	const own = config.requirements.flatMap(({ commands, type }) =>
		type === 'dynamic' ? [...commands, 'git'] : commands,
	);
	return [...triggers, ...own];
}

function allTriggers(config: Config): Trigger[] {
	return config.requirements.flatMap(({ triggers, blocks, staleAfter }) => [
		...triggers,
		...blocks,
		...staleAfter,
	]);
}
