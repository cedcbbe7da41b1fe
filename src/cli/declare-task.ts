import type { Command } from 'commander';
import { examples, type Perform, SESSION } from './declaring.ts';

/** `req task`: tasks outlive their sessions. */
export function declareTask(program: Command, perform: Perform): void {
	const task = program
		.command('task')
		.summary('keep tasks that outlive sessions')
		.description(
			'Keeps the tasks of a branch; what is left of them is told to the next sessions. A task is named by its id, or by its number in the list.',
		)
		.addHelpText('after', examples('req task add "cache the schema"', 'req task list'));
	declareAdd(task, perform);
	declareList(task, perform);
	declareStage(task, perform);
	for (const [name, description] of CHANGES) {
		task
			.command(name)
			.description(description)
			.argument('<task>', 'id, or number in the list')
			.option(...SESSION)
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

const CHANGES = [
	['start', 'Says that somebody works on a task.'],
	['done', 'Says that a task is done.'],
	['flag', 'Flags a task as incomplete, whatever else is said of it; `done` takes the flag away.'],
	['drop', 'Says that nobody will do a task.'],
] as const;

function declareAdd(task: Command, perform: Perform): void {
	task
		.command('add')
		.description('Adds a task of this branch.')
		.argument('<title...>', 'one sentence')
		.option('--stage <stage>', 'where it stands; in build, verify and validate it is worked on')
		.option('--description <text>', 'what there is to know of it')
		.option(...SESSION)
		.addHelpText('after', examples('req task add "cache the schema" --stage build'))
		.action((title, options) =>
			perform(async (desk) => (await import('./commands/task.ts')).taskAdd(title, options, desk)),
		);
}

function declareList(task: Command, perform: Perform): void {
	task
		.command('list')
		.description('Lists the tasks of this branch that wait. So does `req task` alone.')
		.option('--all', 'those of every branch')
		.option('--done', 'also those that are over')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req task list', 'req task list --all --done --json'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/task.ts')).taskList(options, desk)),
		);
}

function declareStage(task: Command, perform: Perform): void {
	task
		.command('stage')
		.description('Says at which stage a task stands.')
		.argument('<task>', 'id, or number in the list')
		.argument('<stage>', 'in build, verify and validate it is worked on')
		.option(...SESSION)
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
