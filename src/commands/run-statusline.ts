import { writeSync } from 'node:fs';
import { onGround } from '../app/ground.ts';
import { journalOf } from '../app/journaling.ts';
import { standingsOf } from '../app/judging.ts';
import type { Ports } from '../app/ports.ts';
import { type Scene, sceneOfCall, startOf } from '../app/scene.ts';
import { readState } from '../app/state-reading.ts';
import { withJournal } from '../app/with-journal.ts';
import { holding } from '../core/baseline/difference.ts';
import type { Config, Problem } from '../core/config/config.ts';
import { member, textIn } from '../core/document/foreign-json.ts';
import type { JournalLine } from '../core/journal/line.ts';
import type { Standing } from '../core/requirement/standing.ts';
import { parseSessionId, type Session } from '../core/session/session-id.ts';
import { cut } from '../core/text/one-line.ts';
import { readingPorts } from '../runtime/reading-ports.ts';
import { isPlain, standardInput } from '../runtime/terminal.ts';
import { outputOf } from '../runtime/wrapped-command.ts';
import { EXIT, type ExitCode } from './command.ts';
import { type Paint, paint } from './paint.ts';

/** A wrapped status line that is slower (ms) is ended: the client shows nothing before ours ends. */
const PATIENCE_MS = 1_000;

const USAGE = `req: the status line is for Claude Code, which tells on stdin where it stands. In settings.json:
  "statusLine": { "type": "command", "command": "req statusline" }
beside a status line you have: "command": "req statusline --wrap 'YOUR COMMAND'"
`;

/**
 * `req statusline`: one line for the client's status line. Whatever goes wrong, nothing but a line is
 * printed and the exit code is 0; only at a terminal, where nobody tells anything, it is 64.
 *
 * @param wrap a shell command whose output stands before ours
 */
export async function runStatusline(wrap: string | undefined): Promise<ExitCode> {
	const stdin = await standardInput();
	if (stdin === undefined) {
		writeSync(2, USAGE);
		return EXIT.usage;
	}
	const wrapped =
		wrap === undefined ? '' : outputOf({ command: wrap, stdin, patienceMs: PATIENCE_MS });
	const own = await ownLine(stdin);
	print(beside((await wrapped).trimEnd(), own));
	return EXIT.done;
}

async function ownLine(stdin: string): Promise<string> {
	try {
		const { request, projectDir } = requestIn(stdin);
		const ports = await onGround(request.sessionId, readingPorts(projectDir));
		return statuslineText(await readStatusline(request, ports), paint(!isPlain()));
	} catch {
		// `req status` tells what is wrong; here is no room for it.
		return '';
	}
}

/** What the client says, as far as it says it. */
function requestIn(stdin: string): { request: StatuslineRequest; projectDir: string | undefined } {
	const told = parse(stdin);
	const workspace = member(told, 'workspace');
	const cwd = directoryIn(workspace, 'current_dir') ?? directoryIn(told, 'cwd') ?? process.cwd();
	return {
		request: {
			cwd,
			sessionId: textIn(told, 'session_id'),
			hasTalked: Number(member(member(told, 'cost'), 'total_api_duration_ms') ?? 0) > 0,
		},
		projectDir: directoryIn(workspace, 'project_dir'),
	};
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

/** Ours goes on the last line of what others printed. */
function beside(wrapped: string, own: string): string {
	if (wrapped === '' || own === '') return `${wrapped}${own}`;
	return `${wrapped}${isPlain() ? '' : '\u001b[0m'} · ${own}`;
}

function print(text: string): void {
	if (text === '') return;
	try {
		writeSync(1, `${text}\n`);
	} catch {
		// Nobody reads any more.
	}
}

/** Room for one line beside others in a terminal (characters that are seen). */
const WIDTH = 80;

/** Where the gates stand, in at most 80 characters; empty where there is nothing to say. */
function statuslineText(line: Statusline, paint: Paint): string {
	switch (line.kind) {
		case 'none':
			return '';
		case 'paused':
			return paint.yellow('req paused');
		case 'off':
			return paint.yellow(`req off: ${line.why}`);
		case 'on':
			return standingText(line, paint);
	}
}

function standingText(line: Extract<Statusline, { kind: 'on' }>, paint: Paint): string {
	const { unmet, all, leftOut, onlyWarns, differs } = line;
	const notes = [
		...(leftOut === 0 ? [] : [`${leftOut} left out`]),
		...(onlyWarns ? ['only warns'] : []),
		...(differs ? ['changed: /req:trust'] : []),
	];
	const end = notes.map((note) => `, ${note}`).join('');
	const met = unmet.length === 0;
	const head = met ? paint.green(`req ✓ ${all}/${all}`) : `req ${paint.red('✗')} `;
	const names = met ? '' : namesText(unmet, { paint, room: WIDTH - 'req ✗ '.length - end.length });
	return `${head}${names}${end === '' ? '' : paint.yellow(end)}`;
}

/** As many names as there is room for; the others are counted. One that is too long by itself is cut. */
function namesText(
	unmet: readonly Standing[],
	{ paint, room }: { readonly paint: Paint; readonly room: number },
): string {
	let fitting = unmet.length;
	const more = () => (fitting === unmet.length ? '' : ` +${unmet.length - fitting}`);
	const names = () => unmet.slice(0, fitting).map(({ requirement }): string => requirement.name);
	while (fitting > 1 && `${names().join(', ')}${more()}`.length > room) fitting -= 1;
	const shown = names().map((name, index) => {
		const whole = shortened(name, room - more().length);
		return unmet[index]?.triggered === true ? paint.red(whole) : whole;
	});
	return `${shown.join(', ')}${more()}`;
}

function shortened(name: string, room: number): string {
	return name.length <= room ? name : `${cut(name, room - 1)}…`;
}

/** What the client tells a status line (docs/notes/claude-code/status-line.md). */
export interface StatuslineRequest {
	readonly cwd: string;
	/** `undefined`: the one of the environment. */
	readonly sessionId: string | undefined;
	/** The model has answered in this session, so that hooks must have been seen by now. */
	readonly hasTalked: boolean;
}

/** What one short line can say. */
export type Statusline =
	/** Nothing is configured here: nothing is said (D34). */
	| { readonly kind: 'none' }
	| { readonly kind: 'paused' }
	/** Why no gate stands, in a few words. */
	| { readonly kind: 'off'; readonly why: string }
	| {
			readonly kind: 'on';
			/** Armed ones first. */
			readonly unmet: readonly Standing[];
			readonly all: number;
			/** Requirements that are written but cannot gate, and config files that cannot be read. */
			readonly leftOut: number;
			/** Denials are warnings, because nothing could be satisfied (D7). */
			readonly onlyWarns: boolean;
			/** The place or the policy is not the one the session began with, and that holds something back. */
			readonly differs: boolean;
	  };

/**
 * Where the gates stand for a session, by what is stored: reads a few small files, measures nothing.
 *
 * @param ports through which nothing is written
 */
async function readStatusline(request: StatuslineRequest, ports: Ports): Promise<Statusline> {
	const scene = await sceneOfCall(request.cwd, ports);
	if (scene === undefined) return { kind: 'none' };
	const { place, config, problems } = scene;
	const why = offInConfig(config, problems);
	if (why !== undefined) return { kind: 'off', why };
	const session = parseSessionId(request.sessionId ?? ports.host.sessionId, ports.sha256);
	const lines = session === undefined ? [] : await journalOf(place, session, ports);
	const { state, isNewer } = await readState(place, ports);
	if (state?.paused !== undefined) return { kind: 'paused' };
	if (
		session !== undefined &&
		request.hasTalked &&
		!(await isSeen(session, { scene, lines }, ports))
	)
		return { kind: 'off', why: 'no hook of req was seen in this session' };
	const known = withJournal(state, { scene, session, lines }, ports);
	const { requirements } = config;
	const { broughtAlong } = await import('../app/carry.ts');
	const { state: here } = await broughtAlong(
		{ place, session, config, state: known, lines },
		ports,
	);
	const standings = standingsOf(here, { place, session, requirements }, ports.now());
	const unmet = standings.filter(({ satisfied }) => !satisfied);
	return {
		kind: 'on',
		unmet: [...unmet.filter((one) => one.triggered), ...unmet.filter((one) => !one.triggered)],
		all: standings.length,
		leftOut: config.leftOut.length + problems.filter(({ key }) => key === '').length,
		onlyWarns: isNewer || !ports.branchState.writable(place),
		differs: holding(ports.ground?.met.values() ?? []).some((one) => one.unreadable === undefined),
	};
}

function offInConfig(config: Config, problems: readonly Problem[]): string | undefined {
	if (!config.enabled) return 'enabled: false';
	if (config.requirements.length > 0) return undefined;
	return problems.length === 0 ? 'no requirements' : 'the config cannot be read';
}

/** A session that stands in another repository than it started in has its journal at home at least. */
async function isSeen(
	session: Session,
	{ scene, lines }: { readonly scene: Scene; readonly lines: readonly JournalLine[] },
	ports: Ports,
): Promise<boolean> {
	if (lines.length > 0) return true;
	const start = startOf(scene.place.root, ports);
	return (
		start.stateDir !== scene.place.stateDir && (await journalOf(start, session, ports)).length > 0
	);
}
