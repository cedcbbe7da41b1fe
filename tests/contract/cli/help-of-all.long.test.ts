import { expect, it } from 'vitest';
import { makeReqWorld, type ReqWorld } from '../../support/run-req.ts';

const ESCAPE = '\u001b[';
/** Commands that have subcommands. */
const GROUPS = [
	'config',
	'sessions',
	'context',
	'pin',
	'next',
	'block',
	'task',
	'learn',
	'session',
	'inherit',
	'events',
];

/** The help of every command there is, found by asking for what may come next. */
function everyHelp(world: ReqWorld): { name: string; text: string }[] {
	const commandsAfter = (...words: string[]) =>
		world
			.req('complete', '--', ...words, '')
			.stdout.split('\n')
			.map((line) => line.split('\t')[0] ?? '')
			.filter((word) => word !== '' && word !== 'help');
	return ['', ...commandsAfter()].flatMap((command) => {
		const words = command === '' ? [] : [command];
		const nested = GROUPS.includes(command) ? commandsAfter(command) : [];
		const paths = [words, ...nested.map((sub) => [command, sub])];
		return paths.map((path) => ({
			name: `req ${path.join(' ')}`.trim(),
			text: world.req(...path, '--help').stdout,
		}));
	});
}

it('explains every command in at most 100 columns, with an example', async () => {
	await using world = await makeReqWorld(undefined);
	const helps = everyHelp(world);
	expect(helps.length).toBeGreaterThan(18);
	for (const { name, text } of helps) {
		expect(text, name).toMatch(new RegExp(`^Usage: ${name} `));
		expect(text, name).toContain('\nExamples:\n');
		expect(text, name).not.toContain(ESCAPE);
		expect(
			text.split('\n').filter((line) => line.length > 100),
			name,
		).toEqual([]);
	}
});
