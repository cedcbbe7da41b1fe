import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Block =
	| { readonly type: 'text'; readonly text: string }
	| { readonly type: 'tool_use'; readonly name: string; readonly input: object };

/** What the model answers once: one block, several (parallel tool calls), or made from the request. */
export type Turn = Block | readonly Block[] | ((request: ModelRequest) => Block | readonly Block[]);

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

export interface ModelServer extends AsyncDisposable {
	readonly url: string;
	/** Every request of the client, in order of arrival. */
	readonly requests: readonly ModelRequest[];
}

/**
 * A stand-in for the Messages API on loopback: answers the n-th request of a conversation with the
 * n-th turn of its script and "Done." after the last one. Requests without tools are the client's own
 * errands (a title, a summary) and never use up a turn.
 */
export async function startModelServer(script: Script): Promise<ModelServer> {
	const requests: ModelRequest[] = [];
	const answered = { main: 0, agent: 0 };
	const answer = (request: ModelRequest): readonly Block[] => {
		requests.push(request);
		if (request.from === 'service') return [text('A summary.')];
		const turn = script[request.from][answered[request.from]++] ?? text('Done.');
		return [typeof turn === 'function' ? turn(request) : turn].flat();
	};
	const server = createServer((incoming, response) => {
		void reply(incoming, response, answer);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		requests,
		[Symbol.asyncDispose]: async () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

async function reply(
	incoming: IncomingMessage,
	response: ServerResponse,
	answer: (request: ModelRequest) => readonly Block[],
): Promise<void> {
	let body = '';
	for await (const chunk of incoming) body += chunk;
	if (incoming.method !== 'POST' || !/\/v1\/messages(\?|$)/.test(incoming.url ?? '')) {
		response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens":10}');
		return;
	}
	const wire = JSON.parse(body) as WireRequest;
	const blocks = answer(parseRequest(incoming, wire));
	const message = messageOf(wire.model, blocks);
	if (wire.stream !== true) {
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message));
		return;
	}
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	for (const event of streamOf(message)) {
		response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
	}
	response.end();
}

interface WireRequest {
	readonly model: string;
	readonly stream?: boolean;
	readonly messages: ModelRequest['messages'];
	readonly tools?: readonly { readonly name: string }[];
}

function parseRequest(incoming: IncomingMessage, wire: WireRequest): ModelRequest {
	const tools = (wire.tools ?? []).map((tool) => tool.name);
	const agent = incoming.headers['x-claude-code-agent-id'] !== undefined;
	const from = tools.length === 0 ? 'service' : agent ? 'agent' : 'main';
	return { from, messages: wire.messages, tools };
}

let messages = 0;

function messageOf(model: string, blocks: readonly Block[]) {
	const number = ++messages;
	const content = blocks.map((block, index) =>
		block.type === 'text' ? block : { ...block, id: `toolu_${number}_${index}` },
	);
	const calls = content.some((block) => block.type === 'tool_use');
	return {
		id: `msg_${number}`,
		type: 'message',
		role: 'assistant',
		model,
		content,
		stop_reason: calls ? 'tool_use' : 'end_turn',
		stop_sequence: null,
		usage: { input_tokens: 10, output_tokens: 5 },
	};
}

/** The same message as the server-sent events of the streaming API. */
function streamOf(message: ReturnType<typeof messageOf>) {
	const { content, stop_reason, stop_sequence, usage } = message;
	const open = { ...message, content: [], stop_reason: null };
	const blocks = content.flatMap((block, index) => {
		const [empty, delta] =
			block.type === 'text'
				? [
						{ ...block, text: '' },
						{ type: 'text_delta', text: block.text },
					]
				: [
						{ ...block, input: {} },
						{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
					];
		return [
			{ type: 'content_block_start', index, content_block: empty },
			{ type: 'content_block_delta', index, delta },
			{ type: 'content_block_stop', index },
		];
	});
	return [
		{ type: 'message_start', message: open },
		...blocks,
		{ type: 'message_delta', delta: { stop_reason, stop_sequence }, usage },
		{ type: 'message_stop' },
	];
}
