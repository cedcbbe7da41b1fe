export type Block =
	| { readonly type: 'text'; readonly text: string }
	| { readonly type: 'tool_use'; readonly name: string; readonly input: object };

type Answer = Block | readonly Block[];

/** What the model answers once: one block, several (parallel tool calls), or made from the request. */
export type Turn = Answer | ((request: ModelRequest) => Answer | Promise<Answer>);

/** What the model says in the main conversation and in the subagents, request by request. */
export interface Script {
	readonly main: readonly Turn[];
	readonly agent: readonly Turn[];
}

export interface Content {
	readonly type: string;
	readonly text?: string;
	readonly id?: string;
	readonly name?: string;
	readonly input?: unknown;
	readonly tool_use_id?: string;
	readonly is_error?: boolean;
	readonly content?: string | readonly Content[];
}

/** One request of the client, as far as tests look at it. */
export interface ModelRequest {
	readonly from: 'main' | 'agent' | 'service';
	readonly messages: readonly {
		readonly role: string;
		readonly content: string | readonly Content[];
	}[];
	readonly tools: readonly string[];
}

export function text(words: string): Block {
	return { type: 'text', text: words };
}

export function call(name: string, input: object): Block {
	return { type: 'tool_use', name, input };
}

export function bash(command: string, more: { readonly run_in_background?: boolean } = {}): Block {
	return call('Bash', { command, description: 'A command.', ...more });
}

export function write(file: string, content = 'export {};\n'): Block {
	return call('Write', { file_path: file, content });
}

export function read(file: string): Block {
	return call('Read', { file_path: file });
}

export function skill(name: string): Block {
	return call('Skill', { skill: name });
}
