import type { Config } from '../core/config/config.ts';
import type { Attempt } from '../core/gate/attempt.ts';
import { protectionText } from '../core/gate/protection-text.ts';
import { absolutePath, parentOf } from '../core/place/paths.ts';
import type { Place } from '../core/place/place.ts';
import type { PreToolUseInput } from '../core/protocol/hook-input.ts';
import { ask, deny, type HookOutput } from '../core/protocol/hook-output.ts';
import { note, promptOf } from './journaling.ts';
import type { Ports } from './ports.ts';
import { type HookEvent, homeOf, type Scene, sceneAt, startOf } from './scene.ts';

/** Answers attempts as the strictest of the projects concerned says, and notes them (D36). */
export async function answerAttempts(
	attempts: readonly Attempt[],
	{ input, session, ports }: HookEvent<PreToolUseInput>,
): Promise<HookOutput | undefined> {
	const files = attempts.flatMap((one) => (one.kind === 'file' ? [one.path] : []));
	const scenes = await concernedScenes(input.cwd, files, ports);
	const protect = strictest(scenes);
	const [scene] = scenes;
	if (protect === false || scene === undefined) return undefined;
	const { place } = scene;
	const entries = attempts.map((attempt) => ({
		e: 'protect' as const,
		branch: place.branch,
		tool: input.tool_name,
		what: attempt.kind === 'file' ? attempt.path : attempt.command,
		answer: protect === true ? ('deny' as const) : ('ask' as const),
		...promptOf(input),
	}));
	await note(place, session, { entries, ports });
	const text = protectionText(attempts, protect);
	return protect === true ? deny(text) : ask(text);
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
