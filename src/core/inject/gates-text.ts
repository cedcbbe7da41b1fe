/** `unseen`: nothing says that the client runs the hooks in this session. `over`: its client is gone. `not_installed`: nothing
 * brings the hooks to the client at all. `per_session`, `no_session`: more than one session is live, or none, and nobody said
 * which is meant. */
export type GatesState =
	| 'on'
	| 'paused'
	| 'off'
	| 'only_warn'
	| 'unseen'
	| 'over'
	| 'per_session'
	| 'no_session'
	| 'not_installed';

/** How the gates stand, in a word. */
export const GATES = {
	on: 'on',
	paused: 'paused',
	off: 'off',
	only_warn: 'only warn',
	unseen: 'not seen at work',
	over: 'no longer at work',
	per_session: 'per session',
	no_session: 'waiting for a session',
	not_installed: 'not installed',
} as const satisfies Record<GatesState, string>;

/** The first reason behind that word: one that begins with the word itself goes on after it. */
export function afterGates(gates: GatesState, reason: string | undefined): string {
	if (reason === undefined) return '';
	if (gates === 'on') return `, but ${reason}`;
	const state = GATES[gates];
	return reason.startsWith(`${state} `) ? reason.slice(state.length) : `: ${reason}`;
}
