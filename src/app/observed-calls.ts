import { onlyTests } from '../core/command/only-tests.ts';
import { readsOnly } from '../core/command/reads-only.ts';
import type { Span } from '../core/observe/attribution.ts';
import { asksForLooks } from '../core/observe/what-to-look-for.ts';
import { MCP_PREFIX, SHELL_TOOLS, SKILL_TOOL } from '../core/protocol/gated-tools.ts';
import type { PostToolUseInput, PreToolUseInput } from '../core/protocol/hook-messages.ts';
import type { Session } from '../core/session/session-id.ts';
import { onlyReads } from '../core/written-files/mcp-calls.ts';
import type { Place } from '../git/place.ts';
import type { ProjectCall } from './calls/read-calls.ts';
import { readLine } from './calls/shell-line.ts';
import type { Ports } from './ports.ts';
import type { Project } from './projects.ts';

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
