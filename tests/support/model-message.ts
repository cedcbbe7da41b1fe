import type { Block } from './model-turns.ts';

let messages = 0;

/** The Messages API's answer that holds these blocks, with ids no other answer of this process has. */
export function messageOf(model: string, blocks: readonly Block[]) {
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
export function streamOf(message: ReturnType<typeof messageOf>) {
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
