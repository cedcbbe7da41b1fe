import { type Command, Option } from 'commander';
import { examples, type Perform, SESSION } from './declaring.ts';

/** The commands of what one session takes over from another that somebody names. */
export function declareInherit(program: Command, perform: Perform): void {
	const inherit = program
		.command('inherit')
		.summary('let a session take over what an earlier one knew')
		.description(
			'Lets the session at work inherit from one you name, at any age: what it learnt, and what it reached. Where no session is at work, the next one of the branch inherits. `req inherit REF` is short for `req inherit from REF`, whose options are in `req help inherit from`.',
		)
		.addHelpText(
			'after',
			examples(
				'req inherit auth-v1',
				'req inherit auth-v1 --next --comprehension required',
				'req inherit show auth-v1',
			),
		);
	declareFrom(inherit, perform);
	declareShow(inherit, perform);
	declareAck(inherit, perform);
}

function declareFrom(inherit: Command, perform: Perform): void {
	inherit
		.command('from')
		.description(
			'Inherits from one session and its ancestors, once, in place of what comes in by itself. That session stays as it is.',
		)
		.argument('[ref]', 'the earlier session: name, key, id or the first 4 or more characters of it')
		.option(...SELECT)
		.option('--max-age <duration>', 'refuse a session that ended longer ago, such as 7d')
		.addOption(
			new Option(
				'--comprehension <word>',
				'whether it has to say what it understood; default: as the config says',
			).choices(['required', 'optional']),
		)
		.option('--next', 'the next session of the branch inherits, not the one at work')
		.option('--cancel', 'take back what waits for the next session')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.addHelpText(
			'after',
			examples(
				'req inherit auth-v1',
				'req inherit auth-v1 --select learnings,warnings --max-age 7d',
				'req inherit auth-v1 --next --comprehension required',
				'req inherit --cancel',
			),
		)
		.action((ref, options) =>
			perform(async (desk) => (await import('./commands/inherit.ts')).from(ref, options, desk)),
		);
}

function declareShow(inherit: Command, perform: Perform): void {
	inherit
		.command('show')
		.description(
			'Shows what the session inherited, or what one would that inherited from REF now. So does `req inherit` alone.',
		)
		.argument('[ref]', 'the earlier session: name, key, id or the first 4 or more characters of it')
		.option(...SELECT)
		.option(...SESSION)
		.option('--json', 'for scripts; {} where there is nothing')
		.addHelpText('after', examples('req inherit show', 'req inherit show auth-v1 --json'))
		.action((ref, options) =>
			perform(async (desk) => (await import('./commands/inherit.ts')).show(ref, options, desk)),
		);
}

function declareAck(inherit: Command, perform: Perform): void {
	inherit
		.command('ack')
		.description('Keeps what the session understood of what it inherited. The last word counts.')
		.argument('<text...>', 'in two or three sentences')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.addHelpText(
			'after',
			examples(
				'req inherit ack "Tokens rotate atomically; I finish the logout and keep session.ts as it is"',
			),
		)
		.action((text, options) =>
			perform(async (desk) => (await import('./commands/ack.ts')).ack(text, options, desk)),
		);
}

const SELECT = [
	'--select <words>',
	'all, or of learnings, patterns, warnings, decisions, progress, with commas between; default: all',
] as const;
