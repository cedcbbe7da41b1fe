import { existsSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { clientVersions } from '../support/client-binary.ts';
import { type ClientWorld, openGatedWorld } from '../support/client-world.ts';
import { bash, call, text, write } from '../support/model-turns.ts';
import { injectedContext, mainRequests } from '../support/seen-by-model.ts';
import { plantRecords, someInsight, someRecord } from '../support/some-record.ts';

const OLD = '5e6f7a8b-0000-4000-8000-000000000002';
const SEED = 'Never run the seed script on staging';

/** A session of a month ago on another branch learned it. The client of these tests names no user. */
function plantLesson(repo: string, text: string): void {
	const insights = [someInsight('i1234567', text)];
	const old = { days: 30, branch: 'feature/old', user: 'user', insights };
	plantRecords(repo, someRecord(OLD, old));
}

/** Starts tell nothing from now on: what they tell does not come again. */
function tellNothingAtStarts(world: ClientWorld): void {
	world.write('.claude/requirements.yaml', 'version: 1\ncontinuity: { inject_on: [] }\n');
	world.git('commit', '-q', '-a', '-m', 'Tell nothing at starts');
}

it.each(clientVersions)(
	'in Claude Code %s a lesson of a month ago reaches the model with the prompt that it is about',
	async (client) => {
		await using world = await openGatedWorld('version: 1\n', { client });
		plantLesson(world.path('.'), SEED);

		const run = await world.run({
			prompts: [
				'Rename foo to bar.',
				'Run the seed script on staging.',
				'Run the seed script on staging.',
			],
			main: [text('Renamed.'), text('I had better not.'), text('No.')],
		});
		const told = mainRequests(run).map(
			(request) =>
				injectedContext(request, 'UserPromptSubmit').join('\n').split(`warning: "${SEED}"`).length -
				1,
		);
		// What was told stays in the conversation.
		expect(told).toEqual([0, 1, 1]);

		const learning = await world.run({
			prompts: ['Note it.'],
			main: [
				bash('req learn "the label printer wants CP850" --tags "umlauts, barcodes"'),
				text('Noted.'),
			],
		});
		tellNothingAtStarts(world);
		const next = await world.run({ prompts: ['Print with the label printer.'] });
		const context = injectedContext(mainRequests(next)[0], 'UserPromptSubmit').join('\n');
		expect(context).toContain('"the label printer wants CP850"');
		expect(context).toContain(`session ${learning.session.slice(0, 8)}`);
		// None of its words, but two of its tags.
		const other = await world.run({ prompts: ['Fix the umlauts of our barcodes.'] });
		const found = injectedContext(mainRequests(other)[0], 'UserPromptSubmit').join('\n');
		expect(found).toContain('"the label printer wants CP850"');
		expect(found).not.toContain('umlauts');
	},
);

it.each(clientVersions)(
	'in Claude Code %s a warning about a file reaches the model with the edit of that file, before its next request',
	async (client) => {
		await using world = await openGatedWorld('version: 1\n', { client });
		const warning = 'Never sort the imports of login.ts';
		plantLesson(world.path('.'), warning);

		const run = await world.run({
			prompts: ['Tidy up.'],
			main: [write(world.path('login.ts'), 'export {};\n'), text('Tidied.')],
		});
		const told = mainRequests(run).map(
			(request) =>
				injectedContext(request, 'PreToolUse:Write').join('\n').split(`warning: "${warning}"`)
					.length - 1,
		);
		expect(told).toEqual([0, 1]);
	},
);

it.each(clientVersions)(
	'in Claude Code %s a warning about a file reaches the model with the text of the file when it reads that, and once',
	async (client) => {
		await using world = await openGatedWorld('version: 1\n', { client });
		const warning = 'Never sort the imports of login.ts';
		plantLesson(world.path('.'), warning);
		const read = (name: string) => call('Read', { file_path: world.path(name) });
		for (const name of ['other.ts', 'login.ts']) world.write(name, 'const a = 1;\n');

		const run = await world.run({
			prompts: ['Tidy up.'],
			main: [
				read('other.ts'),
				read('login.ts'),
				call('Edit', { file_path: world.path('login.ts'), old_string: '1', new_string: '2' }),
				text('Tidied.'),
			],
		});
		const told = mainRequests(run).map((request) =>
			['Read', 'Edit'].map(
				(tool) =>
					injectedContext(request, `PreToolUse:${tool}`).join('\n').split(`warning: "${warning}"`)
						.length - 1,
			),
		);
		expect(told).toEqual([
			[0, 0],
			[0, 0],
			[1, 0],
			[1, 0],
		]);
	},
);

it.each(clientVersions)(
	'in Claude Code %s a warning that was noted before its file was edited reaches the model when it reads the file again',
	async (client) => {
		await using world = await openGatedWorld('version: 1\n', { client });
		// The file of lessons is there: what is noted later is added to it.
		plantLesson(world.path('.'), SEED);
		const warning = 'Ask the security team about cookies first';
		await world.run({
			prompts: ['Run the seed script on staging.', 'Note it, and tidy up.'],
			main: [
				text('No.'),
				bash(`req learn warning "${warning}"`),
				write(world.path('login.ts'), 'export {};\n'),
				text('Tidied.'),
			],
		});

		tellNothingAtStarts(world);
		const read = call('Read', { file_path: world.path('login.ts') });
		const next = await world.run({ prompts: ['Tidy up.'], main: [read, text('Tidied.')] });
		const told = mainRequests(next).map((request) =>
			injectedContext(request, 'PreToolUse:Read')
				.join('\n')
				.includes(`warning: "${warning}" (noted while this file was worked on, `),
		);
		expect(told).toEqual([false, true]);
	},
);

it.each(clientVersions)(
	'in Claude Code %s a warning that stands in the CLAUDE.md of a folder is read with its files, and told by nobody else',
	async (client) => {
		await using world = await openGatedWorld('version: 1\n', { client });
		const warning = 'Never sort the imports of web/login.ts';
		plantLesson(world.path('.'), warning);
		world.write('web/CLAUDE.md', `# Web\n\n- ${warning}\n`);
		world.write('web/login.ts', 'const a = 1;\n');
		const run = await world.run({
			prompts: ['Tidy up.'],
			main: [call('Read', { file_path: world.path('web/login.ts') }), text('Tidied.')],
		});
		const seen = mainRequests(run).map(
			({ messages }) => JSON.stringify(messages).split(warning).length - 1,
		);
		expect(seen).toEqual([0, 1]);
	},
);

it.each(clientVersions)(
	'in Claude Code %s what mended a failure reaches the model when a command fails like that again',
	async (client) => {
		await using world = await openGatedWorld('version: 1\n', { client });
		const fails = 'echo "Error: connect ECONNREFUSED 127.0.0.1:5432" >&2; exit 1';
		await world.run({
			prompts: ['Run it.'],
			main: [
				bash(`test -e up || { ${fails}; }`),
				bash('req learn "touch the up file before the check"'),
				bash('touch up; test -e up'),
				bash('test -e up'),
				text('It works.'),
			],
		});

		tellNothingAtStarts(world);
		const next = await world.run({
			prompts: ['Check.'],
			main: [bash(`test -e down || { ${fails}; }`), text('I see.')],
		});
		const told = mainRequests(next).map((request) =>
			injectedContext(request, 'PostToolUseFailure:Bash').join('\n'),
		);
		expect(told[0]).not.toContain('touch the up file');
		expect(told[1]).toContain('learned about this failure');
		expect(told[1]).toContain('learning: "touch the up file before the check"');
	},
);

it.each(clientVersions)(
	'in Claude Code %s a lesson reaches the subagent that was given the task it is about, in its first request',
	async (client) => {
		await using world = await openGatedWorld('version: 1\n', { client });
		plantLesson(world.path('.'), SEED);
		const task = (description: string, prompt: string) =>
			call('Agent', { description, prompt, subagent_type: 'general-purpose' });

		const run = await world.run({
			prompts: ['Get help.'],
			main: [task('seed', 'Run the seed script on staging.'), text('The agent works.')],
			agent: [text('I had better not.')],
		});
		const agents = run.requests.filter(({ from }) => from === 'agent');
		expect(JSON.stringify(agents[0]?.messages)).toContain(`warning: \\"${SEED}\\"`);
		expect(JSON.stringify(mainRequests(run)[0]?.messages)).not.toContain(SEED);
	},
);

it.each(clientVersions)(
	'in Claude Code %s a lesson that is in CLAUDE.md is read there, and told no second time',
	async (client) => {
		await using world = await openGatedWorld('version: 1\n', { client });
		plantLesson(world.path('.'), SEED);
		world.write('CLAUDE.md', `# App\n\n- ${SEED}\n`);

		const run = await world.run({ prompts: ['Run the seed script on staging.'] });
		const request = mainRequests(run)[0];
		expect(JSON.stringify(request?.messages)).toContain(`- ${SEED}`);
		expect(injectedContext(request, 'UserPromptSubmit').join('\n')).not.toContain(SEED);
	},
);

it.each(clientVersions)(
	'in Claude Code %s a lesson that CLAUDE.md imports is read there and told no second time, but told where it names the file only',
	async (client) => {
		await using world = await openGatedWorld('version: 1\n', { client });
		plantLesson(world.path('.'), SEED);
		world.write('docs/style.md', `- ${SEED}!\n`);
		world.write('docs/first.md', 'See @style.md\n');
		const asked = async (line: string) => {
			world.write('CLAUDE.md', `# App\n${line}\n`);
			const run = await world.run({ prompts: ['Run the seed script on staging.'] });
			const request = mainRequests(run)[0];
			return {
				isRead: JSON.stringify(request?.messages).includes(`- ${SEED}!`),
				isTold: injectedContext(request, 'UserPromptSubmit').join('\n').includes(SEED),
			};
		};

		expect(await asked('@docs/first.md')).toEqual({ isRead: true, isTold: false });
		expect(await asked('Look at `@docs/first.md`.')).toEqual({ isRead: false, isTold: true });
		expect(await asked('Look at @docs/style.md.')).toEqual({ isRead: false, isTold: true });
	},
);

/** How often each prompt of a run, in its request, was told a line. */
async function toldTo(world: ClientWorld, line: string, ...prompts: readonly string[]) {
	const run = await world.run({ prompts, main: prompts.map(() => text('I see.')) });
	return mainRequests(run).map(
		(request) => injectedContext(request, 'UserPromptSubmit').join('\n').split(line).length - 1,
	);
}

it.each(clientVersions)(
	'in Claude Code %s a lesson whose identifier is gone reaches the model as one that may be outdated, once a start has looked',
	async (client) => {
		await using world = await openGatedWorld('version: 1\n', { client });
		const warning = 'Never change keepCookie without the security team';
		const prompt = 'May I change keepCookie for the security team?';
		plantLesson(world.path('.'), warning);
		tellNothingAtStarts(world);
		const commit = (code: string) => {
			world.write('session.ts', code);
			world.git('add', 'session.ts');
			world.git('commit', '-q', '-m', 'Change the session');
		};
		const hasLooked = () => {
			const cache = world.path('.git/requirements/sessions/identifiers.cache.json');
			const known = existsSync(cache) ? readFileSync(cache, 'utf8') : '';
			expect(known).toContain(`"head":"${world.git('rev-parse', 'HEAD')}"`);
		};
		const looked = () => vi.waitFor(hasLooked, { timeout: 20_000, interval: 100 });

		commit('export const keepCookie = 1;\n');
		// The first prompt makes the file of lessons, and the next start looks for what they name.
		await world.run({ prompts: ['Go on.'] });
		await world.run({ prompts: ['Go on.'] });
		await looked();
		const before = await toldTo(world, `"${warning}" (30 days ago`, prompt);
		expect(before).toEqual([1]);
		expect(await toldTo(world, 'outdated', prompt)).toEqual([0]);
		commit('export const renamed = 1;\n');
		await world.run({ prompts: ['Go on.'] });
		await looked();
		expect(await toldTo(world, 'may be outdated: keepCookie is gone', prompt)).toEqual([1]);
	},
);

it.each(clientVersions)(
	'in Claude Code %s what a session tried in vain reaches the model with a prompt about it, and with no other',
	async (client) => {
		await using world = await openGatedWorld('version: 1\n', { client });
		const tried = 'I tried a larger stream buffer for the CSV import, but it did not help.';
		await world.run({
			prompts: ['Make it quicker.'],
			main: [write(world.path('import.ts'), 'export {};\n'), text(`Measured. ${tried}`)],
		});
		tellNothingAtStarts(world);
		expect(
			await toldTo(
				world,
				`- tried: "${tried}"`,
				'Rename foo to bar.',
				'Give the CSV import a larger stream buffer.',
			),
		).toEqual([0, 1]);
	},
);

it.each(clientVersions)(
	'in Claude Code %s what a session left to do reaches the model with a prompt about it, until somebody did it',
	async (client) => {
		await using world = await openGatedWorld('version: 1\n', { client });
		const open = 'Wire the ledger cache to the tariff importer';
		const prompt = 'Wire the tariff importer to the ledger cache, please.';
		await world.run({
			prompts: ['Begin.'],
			main: [bash(`req next add "${open}"`), text('The rest is for later.')],
		});
		tellNothingAtStarts(world);
		const line = `- open task: "${open}"`;
		expect(await toldTo(world, line, 'Rename foo to bar.', prompt)).toEqual([0, 1]);
		await world.run({
			prompts: ['Go on.'],
			main: [bash(`git commit -q --allow-empty -m "${open}"`), text('Done.')],
		});
		expect(await toldTo(world, line, prompt)).toEqual([0]);
	},
);
