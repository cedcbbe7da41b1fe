import { note, promptOf } from '../app/journaling.ts';
import { named, typed, typedForm } from '../core/text/one-line.ts';
import { relativeTo } from '../core/text/paths.ts';
import { listed } from '../core/text/phrases.ts';
import { placeAt, placeIfReadable } from '../git/find-place.ts';
import { EDIT_TOOLS, SHELL_TOOLS } from '../host/gated-tools.ts';
import type { HookAnswer, PreToolUseInput } from '../host/hook-messages.ts';
import { distinctPlaces, type HookEvent, homeOf, projectAt, startOf } from './projects.ts';
import { type ProtectedFile, protectedFiles } from './protected-files.ts';
import type { CallWords } from './read-call.ts';
import { type ReservedCall, reqCalls, reservedCall } from './req-calls.ts';

/**
 * Keeps the model from opening its own gates (D36): an edit of what only the user changes, and a call of req that only the
 * user makes, is refused or left to the user, as the strictest of the projects concerned says, whatever is satisfied or
 * paused.
 */
export async function protect(
	{ input, session, ports }: HookEvent<PreToolUseInput>,
	{ files, command }: CallWords,
): Promise<HookAnswer> {
	const { cwd, tool_name: tool } = input;
	const places = distinctPlaces([startOf(cwd, ports), placeAt(cwd, ports.context)]);
	const changed = protectedFiles({ files, input: input.tool_input, places }, ports);
	const calls = command === undefined ? [] : reqCalls(command);
	if (changed.length + calls.length === 0) return undefined;
	const around = changed.flatMap(({ path }) => placeIfReadable(path, ports.context) ?? []);
	const concerned = distinctPlaces([homeOf(cwd, ports), ...places, ...around]);
	const found = await Promise.all(concerned.map((place) => projectAt(place, ports)));
	const projects = found.flatMap((project) => (project?.config.enabled ? [project] : []));
	const requirements = projects.flatMap(({ config }) => config.requirements);
	const reserved = calls.flatMap((args) => reservedCall(args, requirements) ?? []);
	const settings = projects.map(({ config }) => config.protect);
	const isDenied = settings.includes(true);
	const [project] = projects;
	const isFree = !isDenied && !settings.includes('ask');
	if (isFree || project === undefined || changed.length + reserved.length === 0) return undefined;
	const whats = [...changed.map(({ path }) => path), ...reserved.map((one) => one.command)];
	const entries = [...new Set(whats)].map((what) => ({
		e: 'protect' as const,
		branch: project.place.branch,
		tool,
		what,
		answer: isDenied ? ('deny' as const) : ('ask' as const),
		...promptOf(input),
	}));
	await note(project.place, session, { entries, ports });
	const head = isDenied ? 'blocked (protect: true)' : 'needs your approval (protect: ask)';
	const text = protectionText(`${toolWord(tool)} ${head}`, { changed, reserved, cwd });
	return { decision: isDenied ? 'deny' : 'ask', text };
}

function toolWord(tool: string): string {
	if (Object.hasOwn(EDIT_TOOLS, tool)) return 'edit';
	return SHELL_TOOLS.includes(tool) ? 'command' : 'call';
}

interface Attempts {
	readonly changed: readonly ProtectedFile[];
	readonly reserved: readonly ReservedCall[];
	readonly cwd: string;
}

function protectionText(head: string, { changed, reserved, cwd }: Attempts): string {
	const [file, ...more] = changed;
	const files = listed(changed.map(({ path }) => named(relativeTo(cwd, path))));
	const does = more.length === 0 ? `, which ${file?.does}` : '';
	const reasons = file === undefined ? [] : [`only the user changes ${files}${does}`];
	const hints: string[] = [];
	for (const { command, refusal } of reserved) {
		const form = typedForm(command);
		const here = form === command ? '' : `type ${typed(form)} here, or `;
		reasons.push(
			refusal?.message ?? `only the user can: ${here}run ${typed(command)} in a terminal`,
		);
		if (refusal?.hint !== undefined) hints.push(refusal.hint);
	}
	return [`req: ${head}: ${[...new Set(reasons)].join('; ')}.`, ...new Set(hints)].join('\n');
}
