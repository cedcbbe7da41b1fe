import { isRecord } from '../store/shape.ts';

/** Handles one request; resolves to its result. Throws an RpcError to answer with that error. */
export type RpcHandler = (params: unknown) => unknown;

/** An error that the other side receives. The codes are those of JSON-RPC 2.0. */
export class RpcError extends Error {
	readonly code: number;

	constructor(code: number, message: string) {
		super(message);
		this.code = code;
	}
}

export const RPC_CODES = {
	parseError: -32_700,
	invalidRequest: -32_600,
	methodNotFound: -32_601,
	invalidParams: -32_602,
	internalError: -32_603,
} as const;

/**
 * Cuts a stream of bytes into lines. Node's readline also ends a line at U+2028, which JSON may contain.
 *
 * @returns the function to call with each chunk
 */
export function lineReader(onLine: (line: string) => void): (chunk: Buffer) => void {
	let parts: Buffer[] = [];
	return (chunk) => {
		let from = 0;
		for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
			parts.push(chunk.subarray(from, at));
			const line = Buffer.concat(parts).toString('utf8');
			parts = [];
			from = at + 1;
			if (line.trim() !== '') onLine(line);
		}
		if (from < chunk.length) parts.push(chunk.subarray(from));
	};
}

/**
 * Answers one JSON-RPC message. Never throws.
 *
 * @returns the response as JSON; `undefined` for a notification or a response
 */
export async function answerMessage(
	line: string,
	handlers: Readonly<Record<string, RpcHandler>>,
): Promise<string | undefined> {
	let message: unknown;
	try {
		message = JSON.parse(line);
	} catch {
		return errorResponse(null, RPC_CODES.parseError, 'the message is not JSON');
	}
	if (!isRecord(message) || message['jsonrpc'] !== '2.0') {
		return errorResponse(null, RPC_CODES.invalidRequest, 'the message is not a JSON-RPC 2.0 request');
	}
	const { id, method, params } = message;
	const isResponse = method === undefined && ('result' in message || 'error' in message);
	if (isResponse) return undefined;
	if (typeof method !== 'string' || !isId(id)) {
		return errorResponse(null, RPC_CODES.invalidRequest, 'the message names no method, or has an invalid id');
	}
	const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
	// A notification gets no answer, also if it fails.
	if (id === undefined) return undefined;
	if (handler === undefined) return errorResponse(id, RPC_CODES.methodNotFound, `unknown method '${method}'`);
	try {
		const result = await handler(params);
		return JSON.stringify({ jsonrpc: '2.0', id, result });
	} catch (error) {
		if (error instanceof RpcError) return errorResponse(id, error.code, error.message);
		return errorResponse(id, RPC_CODES.internalError, 'internal error');
	}
}

type Id = string | number;

function isId(id: unknown): id is Id | undefined {
	return id === undefined || typeof id === 'string' || Number.isInteger(id);
}

function errorResponse(id: Id | null, code: number, message: string): string {
	return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}
