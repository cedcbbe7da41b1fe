import { expect, it } from 'vitest';
import { growth, LINEAR } from '../../../tests/support/growth.ts';
import { foldersOf, linesAboutFile } from './lines-about-file.ts';

it('the nearest eight folders of a path name it, the nearest first', () => {
	const parts = 'a/b/c/d/e/f/g/h/i/j/k.ts'.split('/');
	expect(foldersOf(parts).map((folder) => folder.length)).toEqual([19, 17, 15, 13, 11, 9, 7, 5]);
	expect(foldersOf('src/auth/login.ts'.split('/'))).toEqual(['src/auth']);
	expect(foldersOf(['src', 'login.ts'])).toEqual([]);
	expect(foldersOf(['login.ts'])).toEqual([]);
});

it('a path of many thousand folders takes no more than its length', () => {
	const look = (folders: number) => linesAboutFile('', `${'a/'.repeat(folders)}x.ts`);
	expect(growth(look, 1_000)).toBeLessThan(LINEAR);
});
