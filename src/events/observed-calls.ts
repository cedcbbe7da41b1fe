import type { Ports } from '../app/ports.ts';
import type { Session } from '../core/session/session-id.ts';
import { asksForLooks } from '../gate/asks.ts';
import type { Span } from '../git/attribution.ts';
import type { Place } from '../git/place.ts';
import { MCP_PREFIX, SHELL_TOOLS, SKILL_TOOL } from '../host/gated-tools.ts';
import type { PostToolUseInput, PreToolUseInput } from '../host/hook-messages.ts';
import { onlyTests } from '../shell/only-tests.ts';
import { readsOnly } from '../shell/reads-only.ts';
import { onlyReads } from './mcp-files.ts';
import type { Project } from './projects.ts';
import type { ProjectCall } from './read-call.ts';
import { readLine } from './shell-line.ts';

const MS = 1_000_000n;

/**
 * Whether a call is looked at: a requirement may ask what it changes, and it may change files that it does not name, as it
 * is not plainly one that only reads. Outside git nothing is.
 */
export function isLookedAt(
	{ place, config }: Project,
	{ tool_name: tool, tool_input }: PreToolUseInput,
): boolean {
	if (!place.git || !asksForLooks(config)) return false;
	if (tool === SKILL_TOOL) return true;
	const { command } = tool_input;
	if (SHELL_TOOLS.includes(tool)) return typeof command === 'string' && !readsOnly(command);
	if (!tool.startsWith(MCP_PREFIX)) return false;
	return !onlyReads(tool);
}

/** A span ends at a stamp of the file system, which comes in ticks; the journal has the time itself. */
const TICK_MS = 10;

/** Files of a project that journals of any session, or of any but one, name as edited at that time. */
export async function editedMeanwhile(
	place: Place,
	{ from, until }: Span,
	{ ports, except }: { readonly ports: Ports; readonly except?: Session },
): Promise<ReadonlySet<string>> {
	const since = Number(from / MS);
	const isDuring = (at: unknown) => {
		const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
		return time >= since && time <= Number(until / MS) + TICK_MS;
	};
	const found = new Set<string>();
	for (const key of await ports.journal.recent(place, since)) {
		for (const line of await ports.journal.read(place, key)) {
			const { e, at, s, path } = (line ?? {}) as Record<string, unknown>;
			const isAsked = e === 'file' && s !== except?.uuid && isDuring(at);
			if (isAsked && typeof path === 'string') found.add(path);
		}
	}
	return found;
}

/** Whether a call does nothing but run tests: by a known runner, or as a requirement's own command. */
export function runsTests(
	call: ProjectCall | undefined,
	{ tool_input: { command: source } }: PostToolUseInput,
	ports: Ports,
): boolean {
	if (call === undefined || typeof source !== 'string') return false;
	const { project, action } = call;
	const commands = project.config.requirements.flatMap(({ commands }) => commands);
	const asked = commands.map(({ run }) => run).filter((run) => action.runs(run));
	const { root } = project.place;
	const line = { cwd: root, roots: [root], mayEdit: false };
	const { command } = readLine(source, line, ports);
	return command !== undefined && onlyTests(command, asked);
}
