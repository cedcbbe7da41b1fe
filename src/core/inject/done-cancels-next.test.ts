import { expect, it } from 'vitest';
import { isDone } from './done-cancels-next.ts';

it.each([
	['test:deduplication', ['test:deduplication'], true],
	['next:add mutex to process struct', ['commit:Add a mutex to the process struct'], true],
	['one two three four five', ['task:one two three'], true],
	['one two three four five six', ['task:one two three'], false],
	['rerun race detector', ['test:go'], false],
	['rerun race detector', [], false],
	['???', ['test:go'], false],
])('D27: whether %j is done by %j', (action, completed, done) => {
	expect(isDone(action, completed)).toBe(done);
});
