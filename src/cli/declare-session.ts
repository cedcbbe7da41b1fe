import type { Command } from 'commander';
import { examples, type Perform, SESSION } from './declaring.ts';

/** The commands that say something of one session. */
export function declareSession(program: Command, perform: Perform): void {
	const session = program
		.command('session')
		.summary('name, complete or continue a session')
		.description('Says something of one session.')
		.addHelpText('after', examples('req session name auth-rewrite', 'req session complete'));
	declareNaming(session, perform);
	declareComplete(session, perform);
	declareCapture(session, perform);
	declareContinue(session, perform);
	declareRestore(session, perform);
}

function declareNaming(session: Command, perform: Perform): void {
	session
		.command('name')
		.description('Gives the session a name that no other session of this repository has.')
		.argument('<new-name>', 'at most 64 characters')
		.option(...SESSION)
		.addHelpText('after', examples('req session name auth-rewrite'))
		.action((name, options) =>
			perform(async (desk) => (await import('./commands/session.ts')).name(name, options, desk)),
		);
	session
		.command('phase')
		.description('Says in which phase of its work the session is.')
		.argument('<phase>', 'such as planning')
		.option(...SESSION)
		.addHelpText('after', examples('req session phase review'))
		.action((phase, options) =>
			perform(async (desk) => (await import('./commands/session.ts')).phase(phase, options, desk)),
		);
}

function declareComplete(session: Command, perform: Perform): void {
	session
		.command('complete')
		.description(
			'Says that the work of the session is finished: what it did is not passed on any more, what it learnt and its critical pins are.',
		)
		.option(...SESSION)
		.addHelpText('after', examples('req session complete', 'req session complete --session auth'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/session.ts')).complete(options, desk)),
		);
}

function declareCapture(session: Command, perform: Perform): void {
	session
		.command('capture')
		.description(
			'Brings the record of the session up to date now, with a note if you like. Hooks do it by themselves.',
		)
		.argument('[note...]', 'where the work stands')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req session capture "half of the routes are moved"'))
		.action((note, options) =>
			perform(async (desk) => (await import('./commands/session.ts')).capture(note, options, desk)),
		);
}

function declareContinue(session: Command, perform: Perform): void {
	session
		.command('continue')
		.description(
			'Brings all that an earlier session knew into the session at work, at any age: its pins, insights, tasks and codes. Replaces what came in by itself.',
		)
		.argument('<ref>', 'the earlier session: name, key, id or unique prefix')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req session continue auth-rewrite'))
		.action((ref, options) =>
			perform(async (desk) =>
				(await import('./commands/session-continue.ts')).sessionContinue(ref, options, desk),
			),
		);
}

function declareRestore(session: Command, perform: Perform): void {
	session
		.command('restore')
		.description(
			'Brings in now what a session start would have brought in from earlier sessions. Hooks do it by themselves.',
		)
		.option(...SESSION)
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req session restore'))
		.action((options) =>
			perform(async (desk) =>
				(await import('./commands/session-continue.ts')).sessionRestore(options, desk),
			),
		);
}
