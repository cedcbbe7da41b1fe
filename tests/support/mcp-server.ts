/**
 * The smallest MCP server: one tool, `write_file`, over stdio (one JSON-RPC message per line).
 * Started by the client: `node --import tsx mcp-server.ts`.
 */
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

interface Call {
	readonly id?: number;
	readonly method: string;
	readonly params?: {
		readonly protocolVersion?: string;
		readonly arguments?: { readonly path: string; readonly content: string };
	};
}

const tool = {
	name: 'write_file',
	description: 'Writes a file.',
	inputSchema: {
		type: 'object',
		properties: { path: { type: 'string' }, content: { type: 'string' } },
		required: ['path', 'content'],
	},
};

function answer({ method, params }: Call): unknown {
	if (method === 'initialize') {
		const serverInfo = { name: 'fs', version: '1.0.0' };
		return { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo };
	}
	if (method === 'tools/list') return { tools: [tool] };
	if (method === 'tools/call' && params?.arguments !== undefined) {
		writeFileSync(params.arguments.path, params.arguments.content);
		return { content: [{ type: 'text', text: 'Written.' }] };
	}
	return {};
}

for await (const line of createInterface({ input: process.stdin })) {
	const request = JSON.parse(line) as Call;
	if (request.id === undefined) continue;
	console.log(JSON.stringify({ jsonrpc: '2.0', id: request.id, result: answer(request) }));
}
