import { describe, expect, it } from 'vitest';
import { unifiedDiff } from './user-files.ts';

const path = '/p/f';

describe('a unified diff', () => {
	it('of a new file', () => {
		expect(unifiedDiff({ path, before: undefined, after: 'a\nb\n' })).toBe(
			'--- /dev/null\n+++ /p/f\n@@ -0,0 +1,2 @@\n+a\n+b',
		);
	});

	it('of a file that goes', () => {
		expect(unifiedDiff({ path, before: 'a', after: undefined })).toBe(
			'--- /p/f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n\\ No newline at end of file',
		);
	});

	it('shows three lines around each change, and two changes apart as two', () => {
		const before = Array.from({ length: 20 }, (_, index) => `${index}\n`).join('');
		const after = before.replace('3\n', 'x\n').replace('16\n', '');
		const lines = unifiedDiff({ path, before, after }).split('\n');
		expect(lines.filter((line) => line.startsWith('@@'))).toEqual(['@@ -1,7 +1,7 @@', '@@ -14,7 +14,6 @@']);
		expect(lines.filter((line) => /^[-+]\d|^[-+]x/.test(line))).toEqual(['-3', '+x', '-16']);
	});

	it('shows what a terminal would obey, and keeps tabs and ends of lines', () => {
		const diff = unifiedDiff({ path, before: undefined, after: '\tx\u001b[2Jy\u202e\r\n' });
		expect(diff).toContain('+\tx\\u{1b}[2Jy\\u{202e}\r');
	});
});
