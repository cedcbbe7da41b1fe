import type { Requirement } from '../config/config.ts';
import { SHELL_TOOLS } from '../protocol/gated-tools.ts';

/**
 * The requirements that let nothing through unchecked (`on_failure: block`), by name: those that hold any call, and
 * those that hold shell commands alone. The guard inside the client reads it too.
 */
export interface OnFailure {
	readonly all: readonly string[];
	readonly shell: readonly string[];
}

/** `undefined`: whatever cannot be checked goes on. */
export function onFailureOf(requirements: readonly Requirement[]): OnFailure | undefined {
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
	onFailure: OnFailure | undefined,
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
