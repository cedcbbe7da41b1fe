import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { messageOf, streamOf } from './model-message.ts';
import { type Block, type ModelRequest, type Script, text } from './model-turns.ts';

export interface ModelServer extends AsyncDisposable {
	readonly url: string;
	/** Every request of the client, in order of arrival. */
	readonly requests: readonly ModelRequest[];
	/** What turns of the script threw. */
	readonly failures: readonly unknown[];
}

/**
 * A stand-in for the Messages API on loopback: answers the n-th request of a conversation with the
 * n-th turn of its script and "Done." after the last one. Requests without tools are the client's own
 * errands (a title, a summary) and never use up a turn.
 */
export async function startModelServer(script: Script): Promise<ModelServer> {
	const requests: ModelRequest[] = [];
	const failures: unknown[] = [];
	const answered = { main: 0, agent: 0 };
	const answer = async (request: ModelRequest): Promise<readonly Block[]> => {
		requests.push(request);
		if (request.from === 'service') return [text('A summary.')];
		const turn = script[request.from][answered[request.from]++] ?? text('Done.');
		try {
			return [typeof turn === 'function' ? await turn(request) : turn].flat();
		} catch (failure) {
			failures.push(failure);
			return [text('The script failed.')];
		}
	};
	const server = createServer((incoming, response) => {
		void reply(incoming, response, answer);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		requests,
		failures,
		[Symbol.asyncDispose]: async () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

async function reply(
	incoming: IncomingMessage,
	response: ServerResponse,
	answer: (request: ModelRequest) => Promise<readonly Block[]>,
): Promise<void> {
	let body = '';
	for await (const chunk of incoming) body += chunk;
	if (incoming.method !== 'POST' || !/\/v1\/messages(\?|$)/.test(incoming.url ?? '')) {
		response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens":10}');
		return;
	}
	const wire = JSON.parse(body) as WireRequest;
	const blocks = await answer(parseRequest(incoming, wire));
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
