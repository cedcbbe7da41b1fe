import { readFileSync } from 'node:fs';

const INDEX = 'docs/README.md';

/** `llms.txt` (https://llmstxt.org): the first lines of the README, then the pages of the index with paths from the root. */
export function llmsText(): string {
	const [, summary = ''] = /\*\*(.+?)\*\*/.exec(readFileSync('README.md', 'utf8')) ?? [];
	const [, ...sections] = readFileSync(INDEX, 'utf8').split(/^(?=## )/m);
	const pages = sections.join('').replaceAll('](', '](docs/');
	return `# req\n\n> ${summary}\n\n${pages}`;
}
