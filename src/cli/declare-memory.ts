import type { Command } from 'commander';
import { examples, type Perform, SESSION } from './declaring.ts';

/** The commands that note by hand what a session has to remember. */
export function declareMemory(program: Command, perform: Perform): void {
	declarePin(program, perform);
	declareNext(program, perform);
	declareBlock(program, perform);
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
		.addHelpText('after', examples('req pin add api "v2 only; v1 is frozen" --critical'))
		.action((label, text, options) =>
			perform(async (desk) =>
				(await import('./commands/pin.ts')).pinAdd(label, text, { options, desk }),
			),
		);
	pin
		.command('list')
		.description('Lists the pins of a session with their origin. So does `req pin` alone.')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req pin list', 'req pin list --json'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/pin.ts')).pinList(options, desk)),
		);
	pin
		.command('remove')
		.description('Takes a pin away from this session, an inherited one too.')
		.argument('<label>', 'of the pin')
		.option(...SESSION)
		.addHelpText('after', examples('req pin remove api'))
		.action((label, options) =>
			perform(async (desk) => (await import('./commands/pin.ts')).pinRemove(label, options, desk)),
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
		.addHelpText('after', examples('req next add "write the migration test"'))
		.action((text, options) =>
			perform(async (desk) => (await import('./commands/next.ts')).nextAdd(text, options, desk)),
		);
	next
		.command('list')
		.description('Lists it, oldest first. So does `req next` alone.')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req next list'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/next.ts')).nextList(options, desk)),
		);
	for (const [name, how, description] of NEXT_ENDS) {
		next
			.command(name)
			.description(description)
			.argument('<which...>', 'its number in the list, or its text')
			.option(...SESSION)
			.addHelpText('after', examples(`req next ${name} 1`))
			.action((which, options) =>
				perform(async (desk) =>
					(await import('./commands/next.ts')).nextEnd(which, how, { options, desk }),
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
		.addHelpText('after', examples('req block add decision "unclear who owns the schema"'))
		.action((type, text, options) =>
			perform(async (desk) =>
				(await import('./commands/block.ts')).blockAdd(type, text, { options, desk }),
			),
		);
	block
		.command('list')
		.description('Lists it, oldest first. So does `req block` alone.')
		.option('--all', 'also what is resolved')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req block list --all'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/block.ts')).blockList(options, desk)),
		);
	for (const name of ['resolve', 'remove']) {
		block
			.command(name)
			.description('Says that one holds nothing up any more, an inherited one too.')
			.argument('<which...>', 'its number in the list, or its text')
			.option(...SESSION)
			.addHelpText('after', examples(`req block ${name} 1`))
			.action((which, options) =>
				perform(async (desk) =>
					(await import('./commands/block.ts')).blockResolve(which, options, desk),
				),
			);
	}
}
