import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const MAP = /^```\n([\s\S]*?)^```$/m.exec(readFileSync('AGENTS.md', 'utf8'))?.[1] ?? '';

/** The first column of the map: directories as paths from the root, in order. */
function directoriesIn(map: string): string[] {
	let above = '';
	return map.split('\n').flatMap((line) => {
		const [, indent = '', names = ''] =
			/^( {0,2})((?:\.?[a-z][\w./-]*\/ ?)+)(?: |$)/.exec(line) ?? [];
		const all = names.split(' ').filter((name) => name !== '');
		if (indent === '') above = all[0] ?? above;
		return all.map((name) => (indent === '' ? name : `${above}${name}`));
	});
}

/** The lines of one entry of the map. */
function entryOf(directory: string): string {
	const lines = MAP.slice(MAP.indexOf(`\n${directory}`) + 1).split('\n');
	const end = lines.findIndex((line, at) => at > 0 && !line.startsWith(' '));
	return lines.slice(0, end).join('\n').slice(directory.length);
}

function timesIn(text: string, folder: string): number {
	return text.match(new RegExp(`(?<![\\w/-])${folder}/`, 'g'))?.length ?? 0;
}

function twice(words: readonly string[]): string[] {
	return words.filter((word, at) => words.indexOf(word) !== at);
}

/** The first cells of the rows of a table. */
function wordsOf(table: string): string[] {
	const rows = [...table.matchAll(/^\| ([^|]+?) \|/gm)].map(([, word = '']) => word);
	return rows.filter((word) => word !== 'word' && !word.startsWith('**'));
}

it('AGENTS.md maps directories that exist, each once', () => {
	const directories = directoriesIn(MAP);
	expect(directories).toContain('src/core/gate/');
	expect(directories).toContain('docs/');
	expect(directories.filter((path) => !existsSync(path))).toEqual([]);
	expect(twice(directories)).toEqual([]);
});

it.each(['src/core/', 'src/app/'])('AGENTS.md maps every folder of %s, once', (directory) => {
	const folders = readdirSync(directory, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name);
	expect(folders.length).toBeGreaterThan(5);
	const entry = entryOf(directory);
	expect(folders.filter((folder) => timesIn(entry, folder) !== 1)).toEqual([]);
});

it('docs/vocabulary.md has each word once, and at most 40', () => {
	const words = wordsOf(readFileSync('docs/vocabulary.md', 'utf8'));
	expect(words.length).toBeGreaterThan(30);
	expect(words.length).toBeLessThanOrEqual(40);
	expect(twice(words)).toEqual([]);
});

it('would see a directory or a word that stands twice', () => {
	expect(twice(directoriesIn('src/core/  pure\n  gate/  text\n  gate/  more\n'))).toEqual([
		'src/core/gate/',
	]);
	expect(twice(wordsOf('| word | means |\n|---|---|\n| gate | a |\n| gate | b |\n'))).toEqual([
		'gate',
	]);
});
