import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import reasons from './shallow-files.json' with { type: 'json' };

/** Texts of sources by their paths from the root. */
type Sources = Readonly<Record<string, string>>;

const sources: Sources = Object.fromEntries(
	['src', 'hooks']
		.flatMap((dir) =>
			readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => `${dir}/${name}`),
		)
		.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
		.map((path) => [path, readFileSync(path, 'utf8')]),
);

/** A file with fewer lines is a part of the one file that imports it, or says why not. */
const SHALLOW = 60;

/** Those that stand alone all the same, each with its reason. There may be fewer of them, and never more. */
const known = Object.keys(reasons);
const MOST_KNOWN = 0;

interface Import {
	readonly from: string;
	readonly to: string;
	/** By `import()`. */
	readonly isLate: boolean;
}

function importsOf(path: string, text: string): Import[] {
	const { importedFiles } = ts.preProcessFile(text, true, true);
	return importedFiles
		.filter(({ fileName }) => fileName.startsWith('.'))
		.map(({ fileName, pos }) => ({
			from: path,
			to: join(dirname(path), fileName),
			isLate: /\bimport\(\s*['"]?$/.test(text.slice(0, pos)),
		}));
}

/**
 * Short files with one importer, which lies in their own folder. A file that is loaded late has its reason: only a file
 * can be left out until it is needed.
 */
function shallowIn(files: Sources): string[] {
	const all = Object.entries(files).flatMap(([path, text]) => importsOf(path, text));
	return Object.entries(files)
		.filter(([, text]) => text.trimEnd().split('\n').length < SHALLOW)
		.map(([path]) => path)
		.filter((path) => {
			const of = all.filter(({ to }) => to === path);
			const [importer, ...others] = new Set(of.map(({ from }) => from));
			if (importer === undefined || others.length > 0) return false;
			return dirname(importer) === dirname(path) && !of.some(({ isLate }) => isLate);
		})
		.sort();
}

describe('depth', () => {
	const now = shallowIn(sources);

	it('no new short file serves one file beside it alone', () => {
		expect(now.filter((path) => !known.includes(path))).toEqual([]);
	});

	it('a known one that has gone, or has grown, leaves the list', () => {
		expect(known.filter((path) => !now.includes(path))).toEqual([]);
		expect(known.length).toBeLessThanOrEqual(MOST_KNOWN);
	});

	it('would see one, and not one that is long, late, shared, or of another folder', () => {
		const files = {
			'src/a/deep.ts':
				"import { b } from './shallow.ts';\nimport { c } from './long.ts';\nimport type { S } from './shared.ts';\nimport { d } from '../b/there.ts';\nimport type { L } from './late.ts';\nconst late = () => import('./late.ts');\n",
			'src/a/shallow.ts': "import type { S } from './shared.ts';\n",
			'src/a/long.ts': '\n'.repeat(SHALLOW).concat('export {};\n'),
			'src/a/shared.ts': '',
			'src/a/late.ts': '',
			'src/b/there.ts': '',
		};
		expect(shallowIn(files)).toEqual(['src/a/shallow.ts']);
	});
});
