import { type Command, Option } from 'commander';
import { ENTRY_KINDS } from '../core/search/entries.ts';
import { examples, type Perform, SESSION } from './declaring.ts';

/** The commands that look through what all sessions left: a search, and the events. */
export function declareRecords(program: Command, perform: Perform): void {
	declareSearch(program, perform);
	const events = program
		.command('events')
		.summary('show what happened to sessions')
		.description('Shows what happened to the sessions of this repository.')
		.addHelpText('after', examples('req events list', 'req events verify'));
	declareList(events, perform);
	declareVerify(events, perform);
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
		.addHelpText('after', examples('req search rate limit', 'req search jwt --kind insight --json'))
		.action((words, options) =>
			perform(async (desk) => (await import('./commands/search.ts')).search(words, options, desk)),
		);
}

function declareList(events: Command, perform: Perform): void {
	events
		.command('list')
		.description('Lists events, newest last. So does `req events` alone.')
		.option('--name <event>', 'only events of this name')
		.option(...SESSION)
		.option('--limit <number>', 'only the last ones; default: 50, with --json all')
		.option('--json', 'for scripts')
		.addHelpText(
			'after',
			examples('req events list', 'req events list --name session_restored --json'),
		)
		.action((options) =>
			perform(async (desk) => (await import('./commands/events.ts')).eventsList(options, desk)),
		);
}

function declareVerify(events: Command, perform: Perform): void {
	events
		.command('verify')
		.description(
			'Checks that no event was changed, removed or put in. Exits with 1 where one was. What was cut off at the end leaves no trace.',
		)
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req events verify'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/events.ts')).eventsVerify(options, desk)),
		);
}
