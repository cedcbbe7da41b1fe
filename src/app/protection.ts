import type { Config } from '../core/config/config.ts';
import { editedPath } from '../core/gate/action.ts';
import { type Attempt, protectionText } from '../core/gate/protection-text.ts';
import { absolutePath, parentOf } from '../core/place/paths.ts';
import type { Place } from '../core/place/place.ts';
import type { PreToolUseInput } from '../core/protocol/hook-input.ts';
import { ask, deny, type HookOutput } from '../core/protocol/hook-output.ts';
import { note, promptOf } from './journaling.ts';
import type { Ports } from './ports.ts';
import { attemptsByEdit } from './protected-edits.ts';
import { type HookEvent, homeOf, type Scene, sceneAt, startOf } from './scene.ts';

/**
 * Keeps the model from opening its own gates (D36, behaviour 53): what it may not edit or run is refused,
 * or left to the user, whatever is satisfied or paused.
 */
export async function protect(event: HookEvent<PreToolUseInput>): Promise<HookOutput | undefined> {
	const { input, ports } = event;
	const file = editedPath(input.tool_name, input.tool_input);
	if (file === undefined) return undefined;
	const edit = { file, cwd: input.cwd, input: input.tool_input };
	const attempts = await attemptsByEdit(edit, ports);
	if (attempts.length === 0) return undefined;
	const scenes = await concernedScenes(input.cwd, [file], ports);
	return answer(attempts, scenes, event);
}

/** The projects that have a say: where the session started, where it stands, where the files lie. */
async function concernedScenes(
	cwd: string,
	files: readonly string[],
	ports: Ports,
): Promise<Scene[]> {
	const dirs = files.map((file) => parentOf(ports.places.realPath(absolutePath(file, cwd))));
	const others = [cwd, ...dirs].map(ports.places.at).filter(({ git }) => git);
	const places = distinct([homeOf(cwd, ports), startOf(cwd, ports), ...others]);
	const scenes = await Promise.all(places.map((place) => sceneAt(place, ports)));
	return scenes.filter((scene) => scene?.config.enabled === true) as Scene[];
}

function distinct(places: readonly Place[]): Place[] {
	return places.filter(
		({ root }, index) => places.findIndex((place) => place.root === root) === index,
	);
}

/** The strictest project decides. */
function strictest(scenes: readonly Scene[]): Config['protect'] {
	const said = scenes.map(({ config }) => config.protect);
	if (said.includes(true)) return true;
	return said.includes('ask') ? 'ask' : false;
}

async function answer(
	attempts: readonly Attempt[],
	scenes: readonly Scene[],
	{ input, session, ports }: HookEvent<PreToolUseInput>,
): Promise<HookOutput | undefined> {
	const level = strictest(scenes);
	const [scene] = scenes;
	if (level === false || scene === undefined) return undefined;
	const { place } = scene;
	const entries = attempts.map(({ what }) => ({
		e: 'protect' as const,
		branch: place.branch,
		tool: input.tool_name,
		what,
		answer: level === true ? ('deny' as const) : ('ask' as const),
		...promptOf(input),
	}));
	await note(place, session, { entries, ports });
	const text = protectionText(attempts, level);
	return level === true ? deny(text) : ask(text);
}
