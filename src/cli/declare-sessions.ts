import type { Command } from 'commander';
import { examples, type Perform, SESSION } from './declaring.ts';

/** The commands that show sessions of this repository and let go of them. */
export function declareSessions(program: Command, perform: Perform): void {
	const sessions = program
		.command('sessions')
		.summary('list sessions, and what each did')
		.description('Shows the sessions of this repository and what each of them did.')
		.addHelpText('after', examples('req sessions list', 'req sessions show auth-v1'));
	declareList(sessions, perform);
	declareShow(sessions, perform);
	declareChain(sessions, perform);
	declareCleanup(sessions, perform);
	declareForget(sessions, perform);
}

function declareList(sessions: Command, perform: Perform): void {
	sessions
		.command('list')
		.description(
			'Lists the live sessions of this repository and those of the last 30 days, newest first. So does `req sessions` alone.',
		)
		.option('--completed', 'only those that are over, as NAME STATUS COMPLETED_AT LEARNINGS')
		.option('--all', 'of any age, archived ones too, and the live ones of every repository')
		.option('--since <when>', 'at work then or later, such as 2026-11-20, 7d, yesterday')
		.option('--until <when>', 'at work then or before')
		.option('--on <day>', 'at work on that day, such as tuesday or "last tuesday"')
		.option('--json', 'for scripts')
		.addHelpText(
			'after',
			examples(
				'req sessions list',
				'req sessions list --on "last tuesday"',
				'req sessions list --since "2 weeks ago" --until 7d --json',
			),
		)
		.action((options) =>
			perform(async (desk) =>
				(await import('./commands/sessions-list.ts')).sessionsList(options, desk),
			),
		);
}

function declareShow(sessions: Command, perform: Perform): void {
	sessions
		.command('show')
		.description(
			'Shows what one session was and did, at any age: times, topics, files, insights, tasks, notes.',
		)
		.argument('[session]', REFERENCE)
		.option(...SESSION)
		.option('--learnings', 'only its insights, by kind')
		.option('--validation', 'whether it acknowledged what it inherited')
		.option('--json', 'for scripts: the whole record')
		.addHelpText(
			'after',
			examples('req sessions show auth-v1', 'req sessions show 1a2b --learnings'),
		)
		.action((session, options) =>
			perform(async (desk) =>
				(await import('./commands/sessions-show.ts')).sessionsShow(session, options, desk),
			),
		);
}

function declareChain(sessions: Command, perform: Perform): void {
	sessions
		.command('chain')
		.description('Shows the sessions that led to one, oldest first.')
		.argument('[session]', REFERENCE)
		.option(...SESSION)
		.option('--depth <number>', 'how many sessions at most', '5')
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req sessions chain', 'req sessions chain auth-v1 --depth 20'))
		.action((session, options) =>
			perform(async (desk) =>
				(await import('./commands/sessions-chain.ts')).sessionsChain(session, options, desk),
			),
		);
}

function declareCleanup(sessions: Command, perform: Perform): void {
	sessions
		.command('cleanup')
		.description(
			'Moves the records of expired sessions to the archive, where `req sessions show` still finds them, and says how many. Each session start does so too.',
		)
		.option('--dry-run', 'show how many would go, move nothing')
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req sessions cleanup --dry-run', 'req sessions cleanup'))
		.action((options) =>
			perform(async (desk) =>
				(await import('./commands/sessions-cleanup.ts')).sessionsCleanup(options, desk),
			),
		);
}

function declareForget(sessions: Command, perform: Perform): void {
	sessions
		.command('forget')
		.description(
			'Removes all that is remembered of a session: journal, record, copies. What it satisfied stays with its branch, its tasks with the project. Without --yes it shows what would go.',
		)
		.argument('<session>', 'name, key, id or unique prefix')
		.option('--yes', 'remove it')
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req sessions forget 1a2b', 'req sessions forget 1a2b --yes'))
		.action((session, options) =>
			perform(async (desk) =>
				(await import('./commands/sessions-forget.ts')).sessionsForget(session, options, desk),
			),
		);
}

const REFERENCE =
	'name, key, id or unique prefix; default: this session, else the newest of the branch';
