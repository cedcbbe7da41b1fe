import { expect, it } from 'vitest';
import { isStopWord } from './terms.ts';

it.each([
	...['the', 'commit', 'tests', 'node_modules', 'became'],
	...['try', 'tries', 'tried', 'trys', 'trying', 'make', 'makes', 'making', 'made', 'maked'],
	...['stop', 'stops', 'stopes', 'stoped', 'stopped', 'stopping', 'stoping', 'fixes', 'fixing'],
	...['see', 'sees', 'seed', 'play', 'plays', 'played', 'tidying', 'goes', 'wrapped', 'useed'],
])('%s tells nothing of a topic', (word) => {
	expect(isStopWord(word)).toBe(true);
});

it.each([
	...['cookie', 'redis', 'press', 'string-ing', 'ing', 'ed', 's', 'es', 'bus', 'ring', 'king'],
	...['playes', 'makeing', 'spring', 'plugged', 'process', 'parser', 'ties', ''],
])('%s may be one', (word) => {
	expect(isStopWord(word)).toBe(false);
});
