import { type Command, Option } from 'commander';
import { CHANGED_JSON, examples, type Perform, SESSION, WIDE } from './declaring.ts';
import { EXPORT_FORMATS } from './export-formats.ts';

const REFERENCE =
	'name, key, id or the first 4 or more characters of it; default: this session, else the newest of the branch';

/** `req session`: what sessions of this repository were, are and pass on. */
export function declareSession(program: Command, perform: Perform): void {
	const session = program
		.command('session')
		.summary('list sessions; show, name, continue, forget one')
		.description(
			'Shows the sessions of this repository, and says something of one. A session is named by its name, key or id, or by the first 4 or more characters of one of these.',
		)
		.addHelpText(
			'after',
			examples('req session list', 'req session show auth-v1', 'req session name auth-rewrite'),
		);
	declareList(session, perform);
	declareShow(session, perform);
	declareLineage(session, perform);
	declareEvents(session, perform);
	declareNaming(session, perform);
	declareComplete(session, perform);
	declareCapture(session, perform);
	declarePreview(session, perform);
	declareContinue(session, perform);
	declareRestore(session, perform);
	declareExport(session, perform);
	declareCleanup(session, perform);
	declareForget(session, perform);
}

function declareList(session: Command, perform: Perform): void {
	session
		.command('list')
		.description(
			'Lists the live sessions of this repository and those of the last 30 days, newest first. So does `req session` alone.',
		)
		.option('--completed', 'only those that are over, as NAME STATUS COMPLETED_AT LEARNINGS')
		.option('--all', 'of any age, archived ones too, and the live ones of every repository')
		.option('--since <when>', 'at work then or later, such as 2026-11-20, 7d, yesterday')
		.option('--until <when>', 'at work then or before')
		.option('--on <day>', 'at work on that day, such as tuesday or "last tuesday"')
		.option('--json', 'for scripts')
		.option(...WIDE)
		.addHelpText(
			'after',
			examples(
				'req session list',
				'req session list --on "last tuesday"',
				'req session list --since "2 weeks ago" --until 7d --json',
			),
		)
		.action((options) =>
			perform(async (desk) =>
				(await import('./commands/sessions-list.ts')).sessionsList(options, desk),
			),
		);
}

function declareShow(session: Command, perform: Perform): void {
	session
		.command('show')
		.description(
			'Shows what one session was and did, at any age: times, topics, files, insights, tasks, notes.',
		)
		.argument('[session]', REFERENCE)
		.option(...SESSION)
		.option('--context', 'only what it knows and passes on: pins, insights, tasks, codes')
		.option('--learnings', 'only its insights, by kind')
		.option('--validation', 'whether it acknowledged what it inherited')
		.option('--json', 'for scripts: the whole record')
		.addHelpText('after', examples('req session show auth-v1', 'req session show 1a2b --learnings'))
		.action((reference, options) =>
			perform(async (desk) =>
				(await import('./commands/sessions-show.ts')).sessionsShow(reference, options, desk),
			),
		);
}

function declareLineage(session: Command, perform: Perform): void {
	session
		.command('lineage')
		.description(
			'Shows the sessions that one inherited from, was cleared from or forked from, newest first, and its heirs.',
		)
		.argument('[session]', REFERENCE)
		.option(...SESSION)
		.option(
			'--continued',
			'instead the sessions that led to it because each went on where the one before stopped, oldest first',
		)
		.option('--depth <number>', 'how many sessions at most; default: 50, with --continued 5')
		.option('--json', 'for scripts')
		.addHelpText(
			'after',
			examples(
				'req session lineage',
				'req session lineage auth-v3 --json',
				'req session lineage --continued --depth 20',
			),
		)
		.action((reference, options) =>
			perform(async (desk) =>
				(await import('./commands/lineage.ts')).lineage(reference, options, desk),
			),
		);
}

function declareEvents(session: Command, perform: Perform): void {
	session
		.command('events')
		.description('Lists what happened to the sessions of this repository, newest last.')
		.option('--name <event>', 'only events of this name')
		.option(...SESSION)
		.option('--limit <number>', 'only the last ones; default: 50, with --json all')
		.option(
			'--verify',
			'only check that no event was changed, removed or put in; exits with 1 where one was. What was cut off at the end leaves no trace',
		)
		.option('--json', 'for scripts')
		.option(...WIDE)
		.addHelpText(
			'after',
			examples(
				'req session events',
				'req session events --name session_restored --json',
				'req session events --verify',
			),
		)
		.action((options) =>
			perform(async (desk) => {
				const { eventsList, eventsVerify } = await import('./commands/events.ts');
				return options.verify ? eventsVerify(options, desk) : eventsList(options, desk);
			}),
		);
}

function declareNaming(session: Command, perform: Perform): void {
	session
		.command('name')
		.description('Gives the session a name that no other session of this repository has.')
		.argument('<new-name>', 'at most 64 characters')
		.option(...SESSION)
		.option(...CHANGED_JSON)
		.addHelpText('after', examples('req session name auth-rewrite'))
		.action((name, options) =>
			perform(async (desk) => (await import('./commands/session.ts')).name(name, options, desk)),
		);
	session
		.command('phase')
		.description('Says in which phase of its work the session is.')
		.argument('<phase>', 'such as planning')
		.option(...SESSION)
		.option(...CHANGED_JSON)
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
		.option(...CHANGED_JSON)
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

function declarePreview(session: Command, perform: Perform): void {
	session
		.command('preview')
		.description(
			'Shows exactly what a session that started now on this branch would be told, which sessions it comes from, and why from those. Writes nothing.',
		)
		.option('--all', 'name everything that is left out')
		.option('--json', 'for scripts')
		.option(...WIDE)
		.addHelpText('after', examples('req session preview', 'req session preview --json'))
		.action((options) =>
			perform(async (desk) =>
				(await import('./commands/session-preview.ts')).sessionPreview(options, desk),
			),
		);
}

function declareContinue(session: Command, perform: Perform): void {
	session
		.command('continue')
		.description(
			'Brings all that an earlier session knew into the session at work, at any age: its pins, insights, tasks and codes. Replaces what came in by itself.',
		)
		.argument('<ref>', 'the earlier session: name, key, id or the first 4 or more characters of it')
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

function declareExport(session: Command, perform: Perform): void {
	session
		.command('export')
		.description(
			'Prints a session as codes, one per line; as the JSON in which codes are stored elsewhere; or as a session context: id, completed, decisions, blockers, files.',
		)
		.argument('[session]', REFERENCE)
		.option(...SESSION)
		.addOption(new Option('--format <format>', 'as what').choices(EXPORT_FORMATS).default('codes'))
		.addHelpText(
			'after',
			examples('req session export', 'req session export auth-v1 --format codes-json'),
		)
		.action((reference, options) =>
			perform(async (desk) =>
				(await import('./commands/session-export.ts')).sessionExport(reference, options, desk),
			),
		);
}

function declareCleanup(session: Command, perform: Perform): void {
	session
		.command('cleanup')
		.description(
			'Moves the records of expired sessions to the archive, where `req session show` still finds them, and says how many. Each session start does so too.',
		)
		.option('--dry-run', 'show how many would go, move nothing')
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req session cleanup --dry-run', 'req session cleanup'))
		.action((options) =>
			perform(async (desk) =>
				(await import('./commands/sessions-cleanup.ts')).sessionsCleanup(options, desk),
			),
		);
}

function declareForget(session: Command, perform: Perform): void {
	session
		.command('forget')
		.description(
			'Removes all that is remembered of a session: journal, record, copies. What it satisfied stays with its branch, its tasks with the project. Without --yes it shows what would go.',
		)
		.argument('<session>', 'name, key, id or the first 4 or more characters of it')
		.option('--yes', 'remove it')
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req session forget 1a2b', 'req session forget 1a2b --yes'))
		.action((reference, options) =>
			perform(async (desk) =>
				(await import('./commands/sessions-forget.ts')).sessionsForget(reference, options, desk),
			),
		);
}
