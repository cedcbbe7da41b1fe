/** Tools that change a file they name, and the input key that names it. */
export const EDIT_TOOLS: Readonly<Record<string, string>> = {
	Edit: 'file_path',
	Write: 'file_path',
	MultiEdit: 'file_path',
	NotebookEdit: 'notebook_path',
};

/** The tool that runs commands. */
export const SHELL_TOOL = 'Bash';

/** How the names of tools begin that an MCP server offers. */
export const MCP_PREFIX = 'mcp__';
