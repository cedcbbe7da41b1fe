/** Everything that can go wrong and that a caller cannot repair. Tests assert on these codes. */
export type FaultCode =
	| 'bad_input'
	| 'bad_session_id'
	| 'state_unreadable'
	| 'state_newer'
	| 'state_unwritable'
	| 'registry_unreadable'
	| 'config_unreadable'
	| 'git_failed'
	/** Files that a call changed could not be detected. */
	| 'not_observed'
	| 'deadline'
	/** A hook that the client did not start. */
	| 'usage'
	| 'refused'
	| 'not_configured'
	| 'unknown_name'
	| 'unknown_session'
	| 'unexpected'
	/** Not a fault: a session start has shown all faults before this line. */
	| 'read';

/** The one error class of the project: what happened, and which command helps. */
export class Fault extends Error {
	override readonly name = 'Fault';
	readonly code: FaultCode;
	readonly hint: string | undefined;

	constructor(code: FaultCode, message: string, more: { hint?: string; cause?: unknown } = {}) {
		super(message, { cause: more.cause });
		this.code = code;
		this.hint = more.hint;
	}
}

/** A fault as it is kept in `faults.jsonl`: one line, no stored text of the user's. */
export interface FaultLine {
	readonly at: string;
	readonly code: FaultCode;
	readonly where: string;
	readonly message: string;
	readonly hint?: string | undefined;
}

/** The faults that no session start has shown. */
export function unreadFaults(lines: readonly FaultLine[]): readonly FaultLine[] {
	return lines.slice(lines.findLastIndex(({ code }) => code === 'read') + 1);
}
