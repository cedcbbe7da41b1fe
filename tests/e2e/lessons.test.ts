import { expect, it } from 'vitest';
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
