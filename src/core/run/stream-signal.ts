import { elements, member, textIn } from '../document/foreign-json.ts';

/** What a line of the client's `stream-json` output tells. */
type StreamSignal =
	/** Full id of the session. */
	| { readonly kind: 'session'; readonly uuid: string }
	/** The model answered; names of the tools it calls. */
	| { readonly kind: 'turn'; readonly tools: readonly string[]; readonly text: string | undefined }
	| {
			readonly kind: 'result';
			readonly isError: boolean;
			readonly text: string | undefined;
			readonly turns: number | undefined;
	  };

/** Reads one parsed line; `undefined` for one that tells nothing. Takes any JSON: the format is the client's own. */
export function signalIn(json: unknown): StreamSignal | undefined {
	const uuid = textIn(json, 'session_id');
	const isSubagents = typeof member(json, 'parent_tool_use_id') === 'string';
	switch (textIn(json, 'type')) {
		case 'system':
			if (textIn(json, 'subtype') !== 'init' || uuid === undefined) return undefined;
			return { kind: 'session', uuid };
		case 'assistant':
			return isSubagents ? undefined : turnIn(json);
		case 'result':
			return resultIn(json);
		default:
			return undefined;
	}
}

function turnIn(json: unknown): StreamSignal {
	const parts = elements(member(member(json, 'message'), 'content'));
	const tools = parts
		.filter((part) => textIn(part, 'type') === 'tool_use')
		.flatMap((part) => textIn(part, 'name') ?? []);
	const text = parts.findLast((part) => textIn(part, 'type') === 'text');
	return { kind: 'turn', tools, text: textIn(text, 'text') };
}

function resultIn(json: unknown): StreamSignal {
	const turns = member(json, 'num_turns');
	const errors = elements(member(json, 'errors')).filter((one) => typeof one === 'string');
	return {
		kind: 'result',
		isError: member(json, 'is_error') === true || textIn(json, 'subtype') !== 'success',
		text: textIn(json, 'result') ?? (errors.length > 0 ? errors.join('; ') : undefined),
		turns: typeof turns === 'number' ? turns : undefined,
	};
}
