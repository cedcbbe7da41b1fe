import { type Command, Option } from 'commander';
import { ENTRY_KINDS } from '../core/search/search-entry.ts';
import { CHANGED_JSON, examples, type Perform, SESSION, WIDE } from './declaring.ts';

/** The commands that note by hand what is to be remembered, and find it again. */
export function declareMemory(program: Command, perform: Perform): void {
	declarePin(program, perform);
	declareNext(program, perform);
	declareBlock(program, perform);
	declareTask(program, perform);
	declareLearn(program, perform);
	declareSearch(program, perform);
}

function declarePin(program: Command, perform: Perform): void {
	const pin = program
		.command('pin')
		.summary('pin what must not be forgotten')
		.description(
			'Keeps short texts in the working memory of a session; the next sessions of the branch get them, critical ones on every branch.',
		)
		.addHelpText('after', examples('req pin add db "Postgres 16, port 5433"', 'req pin list'));
	pin
		.command('add')
		.description('Pins a text under a label. One of the same label is replaced.')
		.argument('<label>', 'at most 64 characters')
		.argument('<text...>', 'at most 1,000 characters')
		.option('--critical', 'also for sessions of other branches')
		.option(...SESSION)
		.option(...CHANGED_JSON)
		.addHelpText('after', examples('req pin add api "v2 only; v1 is frozen" --critical'))
		.action((label, text, options) =>
			perform(async (desk) =>
				(await import('./commands/memory.ts')).pinAdd(label, text, { options, desk }),
			),
		);
	pin
		.command('list')
		.description('Lists the pins of a session with their origin. So does `req pin` alone.')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.option(...WIDE)
		.addHelpText('after', examples('req pin list', 'req pin list --json'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/memory.ts')).pinList(options, desk)),
		);
	pin
		.command('remove')
		.description('Takes a pin away from this session, an inherited one too.')
		.argument('<label>', 'of the pin')
		.option(...SESSION)
		.option(...CHANGED_JSON)
		.addHelpText('after', examples('req pin remove api'))
		.action((label, options) =>
			perform(async (desk) =>
				(await import('./commands/memory.ts')).pinRemove(label, options, desk),
			),
		);
}

const NEXT_ENDS = [
	['done', 'done', 'Says that one is done, an inherited one too.'],
	['remove', 'removed', 'Takes one away that is not to be done any more, an inherited one too.'],
] as const;

function declareNext(program: Command, perform: Perform): void {
	const next = program
		.command('next')
		.summary('note what is to be done next')
		.description('Keeps what a session has to do next, for itself and for the sessions after it.')
		.addHelpText('after', examples('req next add "wire the cache"', 'req next list'));
	next
		.command('add')
		.description('Adds what is to be done next.')
		.argument('<text...>', 'one sentence')
		.option(...SESSION)
		.option(...CHANGED_JSON)
		.addHelpText('after', examples('req next add "write the migration test"'))
		.action((text, options) =>
			perform(async (desk) => (await import('./commands/memory.ts')).nextAdd(text, options, desk)),
		);
	next
		.command('list')
		.description('Lists it, oldest first. So does `req next` alone.')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.option(...WIDE)
		.addHelpText('after', examples('req next list'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/memory.ts')).nextList(options, desk)),
		);
	for (const [name, how, description] of NEXT_ENDS) {
		next
			.command(name)
			.description(description)
			.argument('<which...>', 'its number in the list, or its text')
			.option(...SESSION)
			.option(...CHANGED_JSON)
			.addHelpText('after', examples(`req next ${name} 1`))
			.action((which, options) =>
				perform(async (desk) =>
					(await import('./commands/memory.ts')).nextEnd(which, how, { options, desk }),
				),
			);
	}
}

function declareBlock(program: Command, perform: Perform): void {
	const block = program
		.command('block')
		.summary('note what holds the work up')
		.description('Keeps what holds a session up, for itself and for the sessions after it.')
		.addHelpText('after', examples('req block add api "no staging key yet"', 'req block list'));
	block
		.command('add')
		.description('Adds what holds the work up.')
		.argument('<type>', 'of what kind, one word: api, decision, access')
		.argument('<text...>', 'one sentence')
		.option(...SESSION)
		.option(...CHANGED_JSON)
		.addHelpText('after', examples('req block add decision "unclear who owns the schema"'))
		.action((type, text, options) =>
			perform(async (desk) =>
				(await import('./commands/memory.ts')).blockAdd(type, text, { options, desk }),
			),
		);
	block
		.command('list')
		.description('Lists it, oldest first. So does `req block` alone.')
		.option('--all', 'also what is resolved')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.option(...WIDE)
		.addHelpText('after', examples('req block list --all'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/memory.ts')).blockList(options, desk)),
		);
	for (const name of ['resolve', 'remove']) {
		block
			.command(name)
			.description('Says that one holds nothing up any more, an inherited one too.')
			.argument('<which...>', 'its number in the list, or its text')
			.option(...SESSION)
			.option(...CHANGED_JSON)
			.addHelpText('after', examples(`req block ${name} 1`))
			.action((which, options) =>
				perform(async (desk) =>
					(await import('./commands/memory.ts')).blockResolve(which, options, desk),
				),
			);
	}
}

/** `req task`: tasks outlive their sessions. */
function declareTask(program: Command, perform: Perform): void {
	const task = program
		.command('task')
		.summary('keep tasks that outlive sessions')
		.description(
			'Keeps the tasks of a branch; what is left of them is told to the next sessions. A task is named by its id, or by its number in the list.',
		)
		.addHelpText('after', examples('req task add "cache the schema"', 'req task list'));
	declareTaskAdd(task, perform);
	declareTaskList(task, perform);
	declareTaskStage(task, perform);
	for (const [name, description] of TASK_CHANGES) {
		task
			.command(name)
			.description(description)
			.argument('<task>', 'id, or number in the list')
			.option(...SESSION)
			.option(...CHANGED_JSON)
			.addHelpText('after', examples(`req task ${name} t1`))
			.action((reference, options) =>
				perform(async (desk) =>
					(await import('./commands/task.ts')).taskChange(
						reference,
						{ change: name, ...options },
						desk,
					),
				),
			);
	}
}

const TASK_CHANGES = [
	['start', 'Says that somebody works on a task.'],
	['done', 'Says that a task is done.'],
	['flag', 'Flags a task as incomplete, whatever else is said of it; `done` takes the flag away.'],
	['drop', 'Says that nobody will do a task.'],
] as const;

function declareTaskAdd(task: Command, perform: Perform): void {
	task
		.command('add')
		.description('Adds a task of this branch.')
		.argument('<title...>', 'one sentence')
		.option('--stage <stage>', 'where it stands; in build, verify and validate it is worked on')
		.option('--description <text>', 'what there is to know of it')
		.option(...SESSION)
		.option(...CHANGED_JSON)
		.addHelpText('after', examples('req task add "cache the schema" --stage build'))
		.action((title, options) =>
			perform(async (desk) => (await import('./commands/task.ts')).taskAdd(title, options, desk)),
		);
}

function declareTaskList(task: Command, perform: Perform): void {
	task
		.command('list')
		.description('Lists the tasks of this branch that wait. So does `req task` alone.')
		.option('--all', 'those of every branch')
		.option('--done', 'also those that are over')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.option(...WIDE)
		.addHelpText('after', examples('req task list', 'req task list --all --done --json'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/task.ts')).taskList(options, desk)),
		);
}

function declareTaskStage(task: Command, perform: Perform): void {
	task
		.command('stage')
		.description('Says at which stage a task stands.')
		.argument('<task>', 'id, or number in the list')
		.argument('<stage>', 'in build, verify and validate it is worked on')
		.option(...SESSION)
		.option(...CHANGED_JSON)
		.addHelpText('after', examples('req task stage t1 verify'))
		.action((reference, stage, options) =>
			perform(async (desk) =>
				(await import('./commands/task.ts')).taskChange(
					reference,
					{ change: 'stage', stage, ...options },
					desk,
				),
			),
		);
}

const INSIGHT_KINDS = ['learning', 'pattern', 'warning', 'decision'] as const;

/** `req learn`: what sessions learnt, for those after them. */
function declareLearn(program: Command, perform: Perform): void {
	const learn = program
		.command('learn')
		.summary('keep what was learnt')
		.description(
			'Keeps what a session learnt for the sessions after it. `req learn "…"` alone keeps a learning.',
		)
		.addHelpText('after', examples('req learn "the tests need a database"', 'req learn list'));
	for (const kind of INSIGHT_KINDS) declareLearnKind(learn, kind, perform);
	declareLearnList(learn, perform);
	declareLearnReview(learn, perform);
	declareLearnImport(learn, perform);
	for (const [name, description] of VERDICTS) {
		learn
			.command(name)
			.description(description)
			.argument('<id>', 'id or unique prefix')
			.option(...SESSION)
			.option(...CHANGED_JSON)
			.addHelpText('after', examples(`req learn ${name} i3f2a1b0c`))
			.action((id, options) =>
				perform(async (desk) => (await import('./commands/learn.ts'))[name](id, options, desk)),
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

const INSIGHT_EXAMPLES = {
	learning: 'req learn learning "the tests need a database"',
	pattern: 'req learn pattern "adapters import one outside thing"',
	warning: 'req learn warning "never run the seed script on staging"',
	decision: 'req learn decision "keep SQLite" --why "one writer is enough"',
} as const;

function declareLearnKind(
	learn: Command,
	kind: (typeof INSIGHT_KINDS)[number],
	perform: Perform,
): void {
	const command = learn
		.command(kind)
		.description(`Keeps a ${kind}.`)
		.argument('<text...>', 'at most 1,000 characters')
		.option(...SESSION)
		.option(...CHANGED_JSON)
		.addHelpText('after', examples(INSIGHT_EXAMPLES[kind]));
	if (kind === 'decision') command.option('--why <text>', 'what speaks for it');
	command.action((text, options) =>
		perform(async (desk) =>
			(await import('./commands/learn.ts')).learn(text, { kind, ...options }, desk),
		),
	);
}

function declareLearnList(learn: Command, perform: Perform): void {
	learn
		.command('list')
		.description(
			'Lists what sessions of this branch, or one session, learnt, newest first. So does `req learn` without a text.',
		)
		.addOption(new Option('--kind <kind>', 'only this kind').choices(INSIGHT_KINDS))
		.option('--all', 'of every branch')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.option(...WIDE)
		.addHelpText('after', examples('req learn list --kind warning', 'req learn list --all --json'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/learn.ts')).list(options, desk)),
		);
}

function declareLearnReview(learn: Command, perform: Perform): void {
	learn
		.command('review')
		.description(
			'Lists the decisions and blockers that prompts let suppose and nobody has confirmed yet.',
		)
		.option('--all', 'of every branch')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.option(...WIDE)
		.addHelpText('after', examples('req learn review', 'req learn confirm i3f2a1b0c'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/learn.ts')).review(options, desk)),
		);
}

function declareLearnImport(learn: Command, perform: Perform): void {
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

function declareSearch(program: Command, perform: Perform): void {
	program
		.command('search')
		.summary('find what any session wrote down')
		.description(
			'Looks through all sessions of this repository, archived ones too: insights, pins, tasks, notes, commits, files, topics. All words have to be there; each may be begun or misspelt.',
		)
		.argument('<words...>', 'what to look for')
		.addOption(new Option('--kind <kind>', 'only things of this kind').choices(ENTRY_KINDS))
		.option('--since <when>', 'only what is not older, such as 7d')
		.option('--limit <number>', 'how many at most', '20')
		.option('--json', 'for scripts')
		.option(...WIDE)
		.addHelpText('after', examples('req search rate limit', 'req search jwt --kind insight --json'))
		.action((words, options) =>
			perform(async (desk) => (await import('./commands/search.ts')).search(words, options, desk)),
		);
}
