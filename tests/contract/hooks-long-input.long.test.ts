import { describe, expect, it } from 'vitest';
import { readCase } from '../support/case-format.ts';
import { playCase } from '../support/case-run.ts';

const LENGTH = 96_000;

/** A line of 96 kB: more of it the client does not hand on. */
function filled(start: string, piece: string, end = ''): string {
	return start + piece.repeat(Math.floor((LENGTH - start.length - end.length) / piece.length)) + end;
}

const variables = Array.from({ length: 30 }, (_, at) => `v${at + 1}=$v${at}$v${at}`).join(';');
const guarded = { requirements: { tested: { triggers: ['edit'], commands: ['npm test'] } } };
const shows = ['behaviour 16', 'behaviour 51'];

/** Each took the hook longer than the client waits. */
const slow: readonly (readonly [string, string])[] = [
	['a program named over and over', filled('echo x > src/a.ts; foo', ' req satisfy')],
	['programs in the options of another', filled('echo x > src/a.ts; node', ' -e req')],
	['programs beside one another', filled('echo x > src/a.ts; parallel', ' req pause')],
	['options of the client', filled('echo x > src/a.ts; claude', ' -u')],
	['variables of variables', filled(`v0="a b c";${variables};echo x > src/a.ts;`, 'rm $v30;')],
	['calls of a function', filled('echo x > src/a.ts; f(){ touch $1;};', 'f a;')],
	['dashes', filled('echo x > src/a.ts; sort ', '-')],
	['patches of files', filled('echo x > src/a.ts;', 'git apply p.diff;')],
	['roots and names that are sought', filled(`echo x > src/a.ts; find${' a'.repeat(20_000)}`, ' -name b')],
];

describe('a line of 96 kB is answered', () => {
	it.each(slow)('%s', async (_, bash) => {
		const given = readCase({
			shows,
			why: 'a hook that the client kills holds nothing',
			config: guarded,
			given: { '$CWD/p.diff': '--- a/x\n+++ b/docs/x\n'.repeat(12_000) },
			steps: [{ bash, deny: [] }],
		});
		expect(await playCase(given)).toEqual([]);
	});

	it('or refused, where reading it is too much work', async () => {
		const many = filled('', 'a;', 'echo x > src/a.ts');
		const given = readCase({
			shows,
			why: 'what is not read to its end may change anything',
			config: { ...guarded, protect: false },
			steps: [{ bash: many, deny: [] }, { bash: filled('ls ', '-la ') }, { bash: filled('', 'ls;') }],
		});
		expect(await playCase(given)).toEqual([]);
	});
});

const deep = 'a/'.repeat(9_000);

const calls: readonly (readonly [string, object])[] = [
	['a Bash command on 9,000 segments', { bash: `echo x > b.ts; rm ${deep}x` }],
	['an edit of 9,000 segments', { edit: `$CWD/${deep}x` }],
	['an edit of one name of 400,000 letters', { edit: `$CWD/${'a'.repeat(400_000)}` }],
	['an edit of a million segments', { edit: `$CWD/${'a/'.repeat(1_000_000)}x` }],
];

/** A hook that overflows its stack or its deadline answers nothing, and so would open every gate. */
it.each(calls)('no path is too long to be judged: %s', async (_, call) => {
	const given = readCase({
		shows: ['behaviour 14', 'behaviour 47'],
		why: 'a path that nobody can read must not open the gates',
		config: guarded,
		steps: [
			{ ...call, deny: 'tested' },
			{ ...call, hook: 'post-tool-use' },
		],
	});
	expect(await playCase(given)).toEqual([]);
});

it('no path is too long beside a command that is held', async () => {
	const given = readCase({
		shows: ['behaviour 14', 'behaviour 47'],
		why: 'what cannot be read in a line must not free the rest of it',
		config: {
			requirements: { reviewed: { triggers: [{ command: 'git tag' }], skills: ['review'] } },
		},
		steps: [{ bash: `git tag deep; : || rm ${deep}x`, deny: [] }],
	});
	expect(await playCase(given)).toEqual([]);
});

it('a repository that cannot be read silences nothing of the call that names it', async () => {
	const given = readCase({
		shows: ['behaviour 14', 'behaviour 47'],
		why: 'one unreadable neighbour must not open the gates of a line',
		config: guarded,
		unprivileged: true,
		given: { '$CWD/shut/.git/HEAD': 'ref: refs/heads/x\n' },
		steps: [
			{ run: 'chmod -R a+rwX $WORLD' },
			{ run: 'chmod 000 $CWD/shut/.git' },
			{ bash: 'rm shut/a .claude/requirements.yaml', deny: [] },
			{ bash: 'rm shut/a b.ts', deny: 'tested' },
			{ run: 'chmod 755 $CWD/shut/.git' },
		],
	});
	expect(await playCase(given)).toEqual([]);
});

const names = Array.from({ length: 150 }, (_, index) => `requirement_${index}`);
const lengthy = {
	requirements: Object.fromEntries(
		names.map((name, index) => [name, { message: `${'Say it at length. '.repeat(20)}`, skills: [`skill-${index}`] }]),
	),
};

/** Every answer is checked against the client's cut by `playCase` itself (host fact 2). */
it('behaviour 47, D17: 150 unmet requirements with long messages stay under the cut', async () => {
	const given = readCase({
		shows: ['behaviour 47', 'D17'],
		why: 'an answer that is cut reaches nobody',
		config: lengthy,
		steps: [
			{ hook: 'session-start', context: ['requirement_0', 'more'] },
			{ edit: 'a.txt', deny: 'requirement_0' },
			{ edited: 'a.txt' },
			{ hook: 'stop', block: 'requirement_0' },
		],
	});
	expect(await playCase(given)).toEqual([]);
});

it('behaviour 47, D17: a config full of mistakes stays under the cut', async () => {
	const broken = Object.fromEntries(names.map((name) => [name, { ['x'.repeat(200)]: name }]));
	const given = readCase({
		shows: ['behaviour 47', 'D17'],
		why: 'nobody reads 150 mistakes',
		config: { requirements: broken },
		steps: [{ hook: 'session-start', context: ['requirement_0', 'more'] }],
	});
	expect(await playCase(given)).toEqual([]);
});

it.each([
	['of one word', 'x'.repeat(1_000_000)],
	['of quotation marks', '" \' '.repeat(250_000)],
	['of options', '--ttl=" '.repeat(125_000)],
	['of line breaks', '\n'.repeat(1_000_000)],
])('1 MB after a typed command, %s, is refused like any other mistake', async (_, words) => {
	const given = readCase({
		shows: ['behaviour 53'],
		why: 'whatever is pasted behind a command is answered',
		requirements: { commit_plan: {} },
		steps: [{ typed: `/req:satisfy ${words}`, halt: 'did nothing' }],
	});
	expect(await playCase(given)).toEqual([]);
});
