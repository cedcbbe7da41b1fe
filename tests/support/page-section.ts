import { readFileSync } from 'node:fs';

/** The code blocks of one section of a page, in their order. */
export function blocksIn(page: string, heading: string): readonly string[] {
	const text = readFileSync(page, 'utf8');
	const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0];
	if (section === undefined) throw new Error(`${page} has no section ${heading}`);
	return [...section.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? '');
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
