import { type Command, Option } from 'commander';
import { examples, type Perform, SESSION } from './declaring.ts';

const KINDS = ['learning', 'pattern', 'warning', 'decision'] as const;

/** `req learn`: what sessions learnt, for those after them. */
export function declareLearn(program: Command, perform: Perform): void {
	const learn = program
		.command('learn')
		.summary('keep what was learnt')
		.description(
			'Keeps what a session learnt for the sessions after it. `req learn "…"` alone keeps a learning.',
		)
		.addHelpText('after', examples('req learn "the tests need a database"', 'req learn list'));
	for (const kind of KINDS) declareKind(learn, kind, perform);
	declareList(learn, perform);
	declareReview(learn, perform);
	declareImport(learn, perform);
	for (const [name, description] of VERDICTS) {
		learn
			.command(name)
			.description(description)
			.argument('<id>', 'id or unique prefix')
			.option(...SESSION)
			.addHelpText('after', examples(`req learn ${name} i3f2a1b0c`))
			.action((id, options) =>
				perform(async (desk) => (await import('./commands/insight.ts'))[name](id, options, desk)),
			);
	}
}

const VERDICTS = [
	['confirm', 'Says that something learnt is right: it counts for more.'],
	[
		'dispute',
		'Says that something learnt is doubtful: it counts for half, and below `decay.floor` it is not passed on.',
	],
	[
		'forget',
		'Takes something learnt away from every session of this repository. Its words still count among the topics.',
	],
] as const;

const EXAMPLES = {
	learning: 'req learn learning "the tests need a database"',
	pattern: 'req learn pattern "adapters import one outside thing"',
	warning: 'req learn warning "never run the seed script on staging"',
	decision: 'req learn decision "keep SQLite" --why "one writer is enough"',
} as const;

function declareKind(learn: Command, kind: (typeof KINDS)[number], perform: Perform): void {
	const command = learn
		.command(kind)
		.description(`Keeps a ${kind}.`)
		.argument('<text...>', 'at most 1,000 characters')
		.option(...SESSION)
		.addHelpText('after', examples(EXAMPLES[kind]));
	if (kind === 'decision') command.option('--why <text>', 'what speaks for it');
	command.action((text, options) =>
		perform(async (desk) =>
			(await import('./commands/learn.ts')).learn(text, { kind, ...options }, desk),
		),
	);
}

function declareList(learn: Command, perform: Perform): void {
	learn
		.command('list')
		.description(
			'Lists what sessions of this branch, or one session, learnt, newest first. So does `req learn` without a text.',
		)
		.addOption(new Option('--kind <kind>', 'only this kind').choices(KINDS))
		.option('--all', 'of every branch')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req learn list --kind warning', 'req learn list --all --json'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/insight.ts')).list(options, desk)),
		);
}

function declareReview(learn: Command, perform: Perform): void {
	learn
		.command('review')
		.description(
			'Lists the decisions and blockers that prompts let suppose and nobody has confirmed yet.',
		)
		.option('--all', 'of every branch')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req learn review', 'req learn confirm i3f2a1b0c'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/insight.ts')).review(options, desk)),
		);
}

function declareImport(learn: Command, perform: Perform): void {
	learn
		.command('import')
		.description(
			'Keeps what a JSON file holds as learnings, patterns, warnings and decisions, each a list of texts.',
		)
		.argument('<file>', 'such as status.json')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req learn import status.json'))
		.action((file, options) =>
			perform(async (desk) =>
				(await import('./commands/learn.ts')).importFile(file, options, desk),
			),
		);
}
