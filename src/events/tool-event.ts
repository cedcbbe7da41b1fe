/** The parts of a tool event that say what is done. */
export interface ToolEvent {
	readonly cwd: string;
	readonly tool_name: string;
	readonly tool_input: Readonly<Record<string, unknown>>;
	/** It has run, and may have proved something. */
	readonly ran?: true;
}
