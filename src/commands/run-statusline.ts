import { journalOf } from '../app/journaling.ts';
import { broughtAlong } from '../app/judging.ts';
import { withLastConfig } from '../app/last-config.ts';
import type { Ports } from '../app/ports.ts';
import { type Project, projectOfCall, startOf } from '../app/projects.ts';
import { readState, standingsOf } from '../app/stored-state.ts';
import { withJournal } from '../app/with-journal.ts';
import type { Config, Problem } from '../core/config/config.ts';
import type { CommandContext } from '../core/context.ts';
import { member, textIn } from '../core/document/foreign-json.ts';
import type { JournalLine } from '../core/journal/line.ts';
import type { Standing } from '../core/requirement/standing.ts';
import { parseSessionId, type Session } from '../core/session/session-id.ts';
import { cut } from '../core/text/one-line.ts';
import { readingPorts } from '../runtime/reading-ports.ts';
import { isPlain } from '../runtime/terminal.ts';
import { command, EXIT, type ExitCode } from './command.ts';
import { type Paint, paint } from './paint.ts';

const USAGE = `req: the status line is for Claude Code, which tells on stdin where it stands. In settings.json:
  "statusLine": { "type": "command", "command": "req statusline" }
`;

/**
 * `req statusline`: one line for the client's status line. Whatever goes wrong, nothing but a line is
 * printed and the exit code is 0; only at a terminal, where nobody tells anything, it is 64.
 */
export async function runStatusline(context: CommandContext): Promise<ExitCode> {
	const stdin = context.stdin();
	if (stdin === undefined) {
		context.stderr.write(USAGE);
		return EXIT.usage;
	}
	const line = await ownLine(stdin, context);
	if (line !== '') context.stdout.write(`${line}\n`);
	return EXIT.done;
}

/** What the client tells a status line, as far as it does (docs/notes/claude-code/status-line.md). */
async function ownLine(stdin: string, context: CommandContext): Promise<string> {
	try {
		const told = parse(stdin);
		const workspace = member(told, 'workspace');
		const cwd = directoryIn(workspace, 'current_dir') ?? directoryIn(told, 'cwd') ?? context.cwd();
		const sessionId = textIn(told, 'session_id');
		// The model has answered in this session, so that hooks must have been seen by now.
		const hasTalked = Number(member(member(told, 'cost'), 'total_api_duration_ms') ?? 0) > 0;
		const ports = readingPorts(context, directoryIn(workspace, 'project_dir'));
		return await standingLine({ cwd, sessionId, hasTalked }, withLastConfig(sessionId, ports));
	} catch {
		// `req status` tells what is wrong; here is no room for it.
		return '';
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function directoryIn(json: unknown, key: string): string | undefined {
	const path = textIn(json, key);
	return path?.startsWith('/') && !path.includes('\0') ? path : undefined;
}

/** Room for one line beside others in a terminal (characters that are seen). */
const WIDTH = 80;

interface Told {
	readonly cwd: string;
	/** `undefined`: the one of the environment. */
	readonly sessionId: string | undefined;
	readonly hasTalked: boolean;
}

/**
 * Where the gates stand for a session, in at most 80 characters, by what is stored: reads a few small files, measures
 * nothing. Empty where nothing is configured (D34).
 *
 * @param ports through which nothing is written
 */
async function standingLine({ cwd, sessionId, hasTalked }: Told, ports: Ports): Promise<string> {
	const { yellow } = paint(!isPlain(ports.context));
	const project = await projectOfCall(cwd, ports);
	if (project === undefined) return '';
	const { place, config, problems } = project;
	const why = offInConfig(config, problems);
	if (why !== undefined) return yellow(`req off: ${why}`);
	const session = parseSessionId(sessionId ?? ports.host.sessionId, ports.sha256);
	const lines = session === undefined ? [] : await journalOf(place, session, ports);
	const { state, isNewer } = await readState(place, ports);
	if (state?.paused !== undefined) return yellow('req paused');
	const isExpected = session !== undefined && hasTalked;
	if (isExpected && !(await isSeen(session, { project, lines }, ports))) {
		return yellow('req off: no hook of req was seen in this session');
	}
	const known = withJournal(state, { project, session, lines }, ports);
	const arrival = { place, session, config, state: known, lines };
	const { state: here } = await broughtAlong(arrival, ports);
	const { requirements } = config;
	const standings = standingsOf(here, { place, session, requirements }, ports.now());
	const leftOut = config.leftOut.length + problems.filter(({ key }) => key === '').length;
	// Denials are warnings where nothing could be satisfied (D7).
	const onlyWarns = isNewer || !ports.branchState.writable(place);
	const notes = [
		...(leftOut === 0 ? [] : [`, ${leftOut} left out`]),
		...(onlyWarns ? [', only warns'] : []),
	];
	return standingsText(standings, { end: notes.join(''), paint: paint(!isPlain(ports.context)) });
}

function standingsText(
	standings: readonly Standing[],
	{ end, paint: { green, red, yellow } }: { readonly end: string; readonly paint: Paint },
): string {
	const unmet = standings.filter(({ satisfied }) => !satisfied);
	const armedFirst = [
		...unmet.filter(({ triggered }) => triggered),
		...unmet.filter(({ triggered }) => !triggered),
	];
	const all = standings.length;
	const room = WIDTH - 'req ✗ '.length - end.length;
	const met = green(`req ✓ ${all}/${all}`);
	const line = unmet.length === 0 ? met : `req ${red('✗')} ${namesText(armedFirst, { red, room })}`;
	return `${line}${end === '' ? '' : yellow(end)}`;
}

/** As many names as there is room for; the others are counted. One that is too long by itself is cut. */
function namesText(
	unmet: readonly Standing[],
	{ red, room }: { readonly red: Paint['red']; readonly room: number },
): string {
	let fitting = unmet.length;
	const more = () => (fitting === unmet.length ? '' : ` +${unmet.length - fitting}`);
	const names = () => unmet.slice(0, fitting).map(({ requirement }): string => requirement.name);
	while (fitting > 1 && `${names().join(', ')}${more()}`.length > room) fitting -= 1;
	const shown = names().map((name, index) => {
		const left = room - more().length;
		const short = name.length <= left ? name : `${cut(name, left - 1)}…`;
		return unmet[index]?.triggered === true ? red(short) : short;
	});
	return `${shown.join(', ')}${more()}`;
}

function offInConfig(config: Config, problems: readonly Problem[]): string | undefined {
	if (!config.enabled) return 'enabled: false';
	if (config.requirements.length > 0) return undefined;
	return problems.length === 0 ? 'no requirements' : 'the config cannot be read';
}

/** A session that stands in another repository than it started in has its journal at home at least. */
async function isSeen(
	session: Session,
	{ project, lines }: { readonly project: Project; readonly lines: readonly JournalLine[] },
	ports: Ports,
): Promise<boolean> {
	if (lines.length > 0) return true;
	const start = startOf(project.place.root, ports);
	if (start.stateDir === project.place.stateDir) return false;
	return (await journalOf(start, session, ports)).length > 0;
}

/** `req statusline` in a spelling that does not start it alone, see `req.ts`. */
export const statusline = command({
	about:
		"Reads the client's JSON from stdin and prints in one short line where the gates stand, such as `req ✓ 4/4` or `req ✗ tested`. Writes nothing.",
	part: [
		'In settings.json:',
		[['"statusLine": { "type": "command", "command": "req statusline" }']],
	],
	examples: ['req statusline < input.json'],
	run: async (_, { context }) => ({ text: '', exit: await runStatusline(context) }),
});
