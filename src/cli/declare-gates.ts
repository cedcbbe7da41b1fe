import type { Command } from 'commander';
import { CHANGED_JSON, examples, type Perform, SESSION, WIDE } from './declaring.ts';

/** The commands that show and change where requirements stand. */
export function declareGates(program: Command, perform: Perform): void {
	declareStatus(program, perform);
	declareSatisfy(program, perform);
	declareClear(program, perform);
	declareApprove(program, perform);
	declareDone(program, perform);
	declareHistory(program, perform);
	declarePausing(program, perform);
	declareTrust(program, perform);
}

function declareStatus(program: Command, perform: Perform): void {
	program
		.command('status')
		.summary('show where the gates stand')
		.description('Shows what is required on this branch, what is satisfied, and the ways out.')
		.option(...SESSION)
		.option('--branch <branch>', 'another branch than the one checked out')
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req status', 'req status --branch main --json'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/status.ts')).status(options, desk)),
		);
}

function declareSatisfy(program: Command, perform: Perform): void {
	program
		.command('satisfy')
		.summary('satisfy requirements by hand')
		.description('Satisfies requirements, for this session or for as long as their scope says.')
		.usage('[options] <names...>')
		.argument('[names...]', 'requirements')
		.option(...SESSION)
		.option('--ttl <duration>', 'how long it lasts, such as 1h')
		.option('--evidence <text>', 'one line on why')
		.option(
			'--carry [from]',
			'take over what this session has on another branch, or an earlier session on this one',
		)
		.option(...CHANGED_JSON)
		.addHelpText(
			'after',
			examples(
				'req satisfy commit_plan',
				'req satisfy commit_plan --ttl 2h',
				'req satisfy commit_plan --carry',
			),
		)
		.action((names, options) =>
			perform(async (desk) => (await import('./commands/gates.ts')).satisfy(names, options, desk)),
		);
}

function declareClear(program: Command, perform: Perform): void {
	program
		.command('clear')
		.summary('take satisfactions back')
		.description(
			'Takes back what this session satisfied; with a branch scope, what the branch has.',
		)
		.argument('<names...>', 'requirements')
		.option(...SESSION)
		.option('--all-sessions', 'what every session satisfied on this branch')
		.option('--force', 'permanent requirements too')
		.option(...CHANGED_JSON)
		.addHelpText('after', examples('req clear commit_plan', 'req clear tested --all-sessions'))
		.action((names, options) =>
			perform(async (desk) => (await import('./commands/gates.ts')).clear(names, options, desk)),
		);
}

function declareApprove(program: Command, perform: Perform): void {
	program
		.command('approve')
		.summary('let this session go on without a requirement')
		.description('Lets this session go on without a requirement of any type, for a while.')
		.argument('<name>', 'requirement')
		.option(...SESSION)
		.option('--ttl <duration>', 'for how long, 24h at most', '1h')
		.option('--by <who>', 'who approves; default: you')
		.option(...CHANGED_JSON)
		.addHelpText(
			'after',
			examples('req approve on_main --ttl 1h', 'req approve size --ttl 30m --by ana'),
		)
		.action((name, options) =>
			perform(async (desk) => (await import('./commands/gates.ts')).approve(name, options, desk)),
		);
}

function declareDone(program: Command, perform: Perform): void {
	program
		.command('done')
		.summary('complete a skill')
		.description(
			'The last step of a skill: satisfies what the skill is for. With satisfy_on: evidence it needs --evidence.',
		)
		.argument('<skill>', 'with or without slash and plugin name')
		.option(...SESSION)
		.option('--evidence <text>', 'one line on what was read, found and decided')
		.option(...CHANGED_JSON)
		.addHelpText('after', examples('req done arch-review --evidence "3 modules, no cycle"'))
		.action((skill, options) =>
			perform(async (desk) => (await import('./commands/gates.ts')).done(skill, options, desk)),
		);
}

function declareHistory(program: Command, perform: Perform): void {
	program
		.command('history')
		.summary('show who satisfied what, and when')
		.description(
			'Shows every satisfaction of this branch, newest first: who asked for it (typed into Claude Code, in a terminal, or the model), and how it ended.',
		)
		.argument('[name]', 'only this requirement')
		.option('--json', 'for scripts')
		.option(...WIDE)
		.addHelpText('after', examples('req history', 'req history commit_plan --json'))
		.action((name, options) =>
			perform(async (desk) => (await import('./commands/history.ts')).history(name, options, desk)),
		);
}

function declarePausing(program: Command, perform: Perform): void {
	program
		.command('pause')
		.summary('switch the gates of this branch off')
		.description('Switches the gates of this branch off, until `req unpause`.')
		.option('--reason <text>', 'one line on why; replaces the reason of a pause that stands')
		.option(...CHANGED_JSON)
		.addHelpText('after', examples('req pause --reason "hotfix"'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/gates.ts')).pause(options, desk)),
		);
	program
		.command('unpause')
		.summary('switch them on again')
		.description('Switches the gates of this branch on again.')
		.option(...CHANGED_JSON)
		.addHelpText('after', examples('req unpause'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/gates.ts')).unpause(options, desk)),
		);
}

function declareTrust(program: Command, perform: Perform): void {
	program
		.command('trust')
		.summary('accept a config, a place or a state that changed')
		.description(
			'A session is held to the place and the requirements it began with: where the config asks for less now, the stricter of both counts. This accepts what is there now, for the live sessions of this repository, and states that something other than req wrote, and shows what changes by that. Only you can run it.',
		)
		.option(...SESSION)
		.option('--dry-run', 'show what differs, accept nothing')
		.option(...CHANGED_JSON)
		.addHelpText('after', examples('req trust --dry-run', 'req trust'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/gates.ts')).trust(options, desk)),
		);
}
