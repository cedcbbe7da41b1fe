import type { Requirement } from '../config/config.ts';
import { SHELL_TOOLS } from '../protocol/gated-tools.ts';

/** Keys that the client puts beside a tool's arguments where the guard reads them. */
const BESIDE = ['tool', 'tool_use_id', 'agentId', 'requestMeta'];

/**
 * What stands beside the receipts of a session. No call has such a name: see `isReceiptName`.
 *
 * - `key`: what receipts are hashed with, as hex digits; the session has begun
 * - `guard`: the guard's mark, it stands
 * - `onFailure`: what the guard goes by where nobody could judge a call
 * - `open`: how the guard's note of a call ends that went on so
 * - `begun`: how the name of what a call began with ends (src/adapters/looks.ts)
 * - `look`: how the name of the last look at a project begins
 * - `givenUp`: a look was given up, and somebody was told
 */
export const BESIDE_RECEIPTS = {
	...{ key: '.key', guard: '.guard', onFailure: '.on-failure', open: '.open' },
	...{ begun: '.begun', look: '.look-', givenUp: '.given-up' },
} as const;

/** Of a session's key. */
export const KEY_BYTES = 16;

/** Whether an id is one that clients give to calls. Another one gets no receipt. */
export function isReceiptName(call: string): boolean {
	return /^[\w-]{1,100}$/.test(call);
}

/**
 * What a call is, as a text whose hash with the session's key is its receipt: PreToolUse hashes what it judged, the guard
 * inside the client what is about to run. JSON in which the order of keys does not count.
 */
export function callText(
	tool: string,
	call: string,
	input: Readonly<Record<string, unknown>>,
): string {
	const own = Object.entries(input).filter(([key]) => !BESIDE.includes(key));
	return stable([tool, call, Object.fromEntries(own)]);
}

function stable(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(stable).join()}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
	const entries = Object.entries(value).filter(([, one]) => one !== undefined);
	const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${sorted.map(([key, one]) => `${JSON.stringify(key)}:${stable(one)}`).join()}}`;
}

/**
 * The requirements that let nothing through unchecked (`on_failure: block`), by name: those that hold any call, and
 * those that hold shell commands alone. The guard inside the client reads it too.
 */
export interface BlockedUnchecked {
	readonly all: readonly string[];
	readonly shell: readonly string[];
}

/** `undefined`: whatever cannot be checked goes on. */
export function onFailureOf(requirements: readonly Requirement[]): BlockedUnchecked | undefined {
	const blocking = requirements.filter(
		({ onFailure, enforce }) => onFailure === 'block' && enforce === 'deny',
	);
	if (blocking.length === 0) return undefined;
	const isOfShell = ({ blocks }: Requirement) => blocks.every(({ on }) => on === 'command');
	const namesOf = (some: readonly Requirement[]) => some.map(({ name }): string => name);
	return {
		all: namesOf(blocking.filter((one) => !isOfShell(one))),
		shell: namesOf(blocking.filter(isOfShell)),
	};
}

/** Why a call of a tool is refused that could not be checked; `undefined`: it goes on. A tool nobody could read is any. */
export function refusedUnchecked(
	onFailure: BlockedUnchecked | undefined,
	tool: string | undefined,
): string | undefined {
	if (onFailure === undefined) return undefined;
	const isShell = tool === undefined || SHELL_TOOLS.includes(tool);
	const names = [...onFailure.all, ...(isShell ? onFailure.shell : [])].join(', ');
	if (names === '') return undefined;
	return `req: this call could not be checked, so on_failure: block of ${names} refuses it. Try again. If that does not help, \`req doctor --live\` says which hook fails; the user can type /req:pause, or run \`req pause\` in a terminal.`;
}

/** What is said where `on_failure: block` holds only as far as our own process lives. */
export const UNGUARDED =
	'on_failure: block holds only in part: the guard inside Claude Code has not been seen in this session (2.1.326 and later load it, if the session start ran), so a call whose hook is killed still runs';
