import type { Shaped } from './shape.ts';

/** Characters of a requirement's message; what it is shown in has room for one sentence or two. */
export const MAX_MESSAGE = 500;

/**
 * A requirement as written, its `message` folded to one line: a block scalar is how YAML writes long
 * text. One that is too long is cut and reported; it must not cost the gate.
 */
export function foldMessage(written: unknown): Shaped<unknown> {
	const message = messageIn(written)
		?.replaceAll(/[\t\n\r ]+/g, ' ')
		.trim();
	if (message === undefined) return { value: written, misfits: [] };
	const value = { ...Object(written), message };
	if (message.length <= MAX_MESSAGE) return { value, misfits: [] };
	const short = message.slice(0, MAX_MESSAGE - 1).replace(/[\ud800-\udbff]$/, '');
	const told = `is longer than ${MAX_MESSAGE} characters; the rest is left out`;
	return {
		value: { ...value, message: `${short}…` },
		misfits: [{ path: ['message'], message: told }],
	};
}

function messageIn(written: unknown): string | undefined {
	if (typeof written !== 'object' || written === null || Array.isArray(written)) return undefined;
	const { message } = written as { readonly message?: unknown };
	return typeof message === 'string' ? message : undefined;
}
