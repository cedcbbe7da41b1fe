import { readFileSync } from 'node:fs';

/** The code blocks of a page, or of one section of it, in their order. */
export function blocksIn(page: string, heading?: string): readonly string[] {
	const text = readFileSync(page, 'utf8');
	const section = heading === undefined ? text : sectionIn(text, heading);
	if (section === undefined) throw new Error(`${page} has no section ${heading}`);
	return [...section.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? '');
}

/** What stands below a heading, up to the next one. */
function sectionIn(text: string, heading: string): string | undefined {
	return text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0];
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
