import { readFileSync } from 'node:fs';

/** The code blocks of one section of a page, up to the next heading, in their order. */
export function blocksIn(page: string, heading: string): readonly string[] {
	const [, after] = readFileSync(page, 'utf8').split(`\n## ${heading}\n`);
	if (after === undefined) throw new Error(`${page} has no section ${heading}`);
	const [section = ''] = after.split('\n## ');
	return [...section.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, block]) => block ?? '');
}

/** The words of each call of `req` in a block, as a shell gives them: quoted ones whole, comments left out. */
export function callsIn(block: string): readonly (readonly string[])[] {
	return block
		.split('\n')
		.filter((line) => line.startsWith('req '))
		.map((line) =>
			[...line.replace(/\s+#.*$/, '').matchAll(/"([^"]*)"|(\S+)/g)]
				.map(([, quoted, bare]) => quoted ?? bare ?? '')
				.slice(1),
		);
}

/** A command that somebody typed at a prompt, and what stands below it. */
export interface Typed {
	/** Words behind `req`. */
	readonly call: readonly string[];
	readonly shown: string;
}

/** What was typed and printed in a block with prompts. */
export function typedIn(block: string): readonly Typed[] {
	return block.split(/^\$ /m).flatMap((part) => {
		const [line = '', ...shown] = part.split('\n');
		return callsIn(line).map((call) => ({ call, shown: shown.join('\n') }));
	});
}
