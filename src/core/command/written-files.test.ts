import { describe, expect, it } from 'vitest';
import { parseCommand } from './parse-command.ts';
import { writtenFiles } from './written-files.ts';

describe('writtenFiles', () => {
	it.each([
		['echo a > b', ['content /p/b']],
		["sed -i '' s/a/b/ f", ['content /p/f']],
		['cd .git && rm -rf requirements', ['gone /p/.git/requirements']],
	])('%s', (source, files) => {
		const found = writtenFiles(parseCommand(source), { cwd: '/p', home: '/h' });
		expect(found.map(({ how, path }) => `${how} ${path}`)).toEqual(files);
	});
});
