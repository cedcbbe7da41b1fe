/** What a process of `req` says by its status (D37). */
export const EXIT = {
	/** Done; status and lists always. */
	done: 0,
	/** The answer is no, it failed, or a check has findings. */
	no: 1,
	/** Done, with a warning. */
	warned: 2,
	/** The command line itself is wrong (sysexits: EX_USAGE). */
	usage: 64,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
