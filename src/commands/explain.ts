import { unknownName } from '../config/closest-word.ts';
import { explainConfig } from '../config/load-config.ts';
import type { Context } from '../context.ts';
import type { Caller } from '../events/caller.ts';
import { satisfierFor } from '../events/caller.ts';
import { type GateStatus, gatesLines, readGateStatus } from '../events/gate-status.ts';
import { evaluateNow } from '../events/pre-tool-use.ts';
import { configuredAt, projectsWorkedIn, type ToolEvent } from '../events/projects.ts';
import { protect } from '../events/protect.ts';
import { readCalls, readWords } from '../events/read-call.ts';
import { effectText, reasonText, traceLines } from '../gate/gate-text.ts';
import { nextStepLines } from '../gate/next-steps.ts';
import { namesIn, type Status } from '../gate/status.ts';
import { ANY_FILE } from '../gate/triggers.ts';
import type { Verdict } from '../gate/verdict.ts';
import { placeIfReadable } from '../git/find-place.ts';
import { onBranchText, type Place, parseBranchName } from '../git/place.ts';
import { environmentOf } from '../host/environment.ts';
import { parseSessionId } from '../host/session-id.ts';
import { editCall, shellCall } from '../host/tools.ts';
import type { JournalLine } from '../journal/entries.ts';
import { journalOf, recentJournals } from '../journal/journal.ts';
import type { LineOf } from '../journal/lines.ts';
import { sessionNamed } from '../memory/known-sessions.ts';
import { shellWord } from '../shell/call.ts';
import { readingContext } from '../store/clock.ts';
import { Fault } from '../store/fault.ts';
import { named, oneLine, typed } from '../text/one-line.ts';
import { paint } from '../text/paint.ts';
import { relativeTime } from '../text/phrases.ts';
import { compareTexts } from '../text/strings.ts';
import { type Answer, callerAt, command, JSON_SHOWN, SESSION } from './command.ts';

/** `req explain`: 0 once it has explained something, whatever the gates answer; absent values are null (D37). */
export const explain = command({
	about: 'explain what blocked a call, or would',
	details:
		'Shows what blocked the last refused call, what the gates would answer to an edit or a command line now, or why a requirement is satisfied or not. Changes nothing.',
	usage: '[options] [name] [-- command...]',
	words: { '[words...]': 'a requirement, or after -- a command line' },
	options: {
		'--last': 'the last refusal, as without any argument',
		'--file <file>': 'an edit of this file',
		...SESSION,
		...JSON_SHOWN,
	},
	examples: [
		'req explain',
		'req explain pre_commit_review',
		'req explain --file src/login.ts',
		'req explain -- git commit -m x',
	],
	run: async ({ last = false, file, session }, live, { words, more }) => {
		const topics = [last, file !== undefined, more.length > 0, words.length > 0];
		if (words.length > 1 || topics.filter((isGiven) => isGiven).length > 1)
			throw new Fault('usage', 'explain one thing: --last, --file F, -- COMMAND or a requirement');
		const context = readingContext(live);
		const caller = callerAt(live, session);
		const [name] = words;
		if (name !== undefined) return explainRequirement(name, caller, context);
		if (file !== undefined)
			return explainCall(`edit of ${named(file)}`, editCall(file, caller.cwd), { caller, context });
		if (more.length === 0) return explainLast(caller, context);
		// One word is a line as it was typed, several are words that a shell has read.
		const line = more.length === 1 ? more.join('') : more.map(shellWord).join(' ');
		return explainCall(typed(line), shellCall(line, caller.cwd), { caller, context });
	},
});

/** A call that was refused: by requirements, because only the user makes it (D36), or because a warning forbids it. */
type Refusal = LineOf<'refuse' | 'protect' | 'forbidden'>;

/**
 * The last refusal of the session that asks or is named, else of all sessions of the project, and the gates of its branch now.
 *
 * @throws Fault `not_configured`, `unknown_session`
 */
async function explainLast(caller: Caller, context: Context): Promise<Answer> {
	const { place } = await configuredAt(caller.cwd, context);
	const refusals = (await linesOfCaller(caller, place, context)).filter(isRefusal);
	const last = refusals.sort((one, other) => compareTexts(one.at, other.at)).at(-1);
	if (last === undefined) return { text: 'no call was refused yet', json: () => null };
	const { at, branch, tool, s } = last;
	const of = last.e === 'refuse' ? last : undefined;
	const root = of?.root;
	const isThere = root !== undefined && placeIfReadable(root, context) !== undefined;
	const there = { ...caller, cwd: isThere ? root : caller.cwd, session: undefined };
	const asSession = { ...context, env: { ...context.env, CLAUDE_CODE_SESSION_ID: s } };
	const asked = { caller: there, branch: parseBranchName(branch) };
	const gates = await readGateStatus(asked, asSession);
	const names = of?.names ?? [];
	const statuses = gates.statuses.filter(({ requirement }) => names.includes(requirement.name));
	const session = parseSessionId(s)?.key;
	const checkout = root === place.root ? undefined : root;
	const now = context.now();
	return {
		text: () => refusalText(last, { session, checkout, statuses, gates, now }),
		json: () => ({
			at,
			branch,
			tool,
			session: session ?? null,
			decision: 'deny',
			trace: last.e === 'refuse' ? (last.trace ?? last.names) : [otherReason(last)],
			next: nextStepLines(statuses.filter(({ satisfied }) => !satisfied)),
		}),
	};
}

/** A warning is not a refusal, and a question is the user's to answer. */
function isRefusal(line: JournalLine): line is Refusal {
	if (line.e === 'protect') return line.answer === 'deny';
	return line.e === 'forbidden' || (line.e === 'refuse' && line.warned !== true);
}

async function linesOfCaller(caller: Caller, place: Place, context: Context): Promise<JournalLine[]> {
	const own = parseSessionId(environmentOf(context).sessionId);
	const session = caller.session === undefined ? own : sessionNamed(caller.session, place, context);
	if (session !== undefined)
		return (await projectsWorkedIn(session, caller.cwd, context)).flatMap(({ lines }) => lines);
	return recentJournals(place, 0).flatMap((one) => journalOf(place, one));
}

/** The refused call, why it was refused then, and what holds now. */
function refusalText(
	refusal: Refusal,
	found: {
		readonly session: string | undefined;
		readonly checkout: string | undefined;
		readonly statuses: readonly Status[];
		readonly gates: GateStatus;
		readonly now: number;
	},
): string {
	const { session = 'unknown', checkout, statuses, gates, now } = found;
	const where = `${onBranchText(refusal.branch)}${checkout === undefined ? '' : ` in ${named(checkout)}`}`;
	const when = `blocked ${relativeTime(refusal.at, now)} ${where}, session ${session}`;
	const tool = oneLine(refusal.tool);
	if (refusal.e !== 'refuse') return `${tool} ${when}: ${otherReason(refusal)}`;
	const { line, path, names, trace = names } = refusal;
	const file = path === undefined ? '' : ` ${fileText(path)}`;
	const gone = names.filter((name) => !namesIn(statuses).includes(name));
	const unmet = statuses.filter(({ satisfied }) => !satisfied);
	// A session that is over repeats nothing.
	const repeat = gates.gates === 'over' ? [] : ['Next: repeat the call.'];
	return [
		`${tool}${line === undefined ? file : ` ${typed(line)}`} ${when}`,
		'then:',
		...trace.map((step) => `  ${oneLine(step)}`),
		'now:',
		...statuses.map((status) => `  ${statusText(status, now)}`),
		...gone.map((name) => `  ${oneLine(name)}: no longer in the config`),
		...gatesText(gates, now),
		...(unmet.length === 0 ? repeat : nextStepLines(unmet, checkout)),
	].join('\n');
}

function otherReason(refusal: LineOf<'protect' | 'forbidden'>): string {
	if (refusal.e === 'protect') return `only the user changes or runs ${named(refusal.what)}, whatever is satisfied`;
	const ids = refusal.ids.map(named).join(', ');
	return `a warning (${ids}) forbids ${typed(refusal.line)}; \`req learn dispute ID\` if it is wrong`;
}

/**
 * Reads and evaluates a call as PreToolUse does, without making it. If no single session is meant, it is a call of a new one.
 *
 * @param what the call in words
 * @throws Fault `not_configured`, `unknown_session`
 */
async function explainCall(
	what: string,
	event: ToolEvent,
	{ caller, context }: { readonly caller: Caller; readonly context: Context },
): Promise<Answer> {
	const { place } = await configuredAt(caller.cwd, context);
	const session = satisfierFor(place, { caller, atBranch: true }, context);
	const input = { ...event, session_id: session.uuid };
	const words = readWords(event, context);
	const protection = await protect({ input, session, context }, words);
	const isProtected = protection?.decision === 'deny';
	const now = context.now();
	const lines: string[] = [];
	const verdicts: Verdict[] = [];
	for (const call of isProtected ? [] : await readCalls(words, context)) {
		const there = { ...caller, cwd: call.project.place.root };
		const gates = await readGateStatus({ caller: there }, context);
		const { verdict } = await evaluateNow({ input, session, call, context });
		verdicts.push(verdict);
		lines.push(
			`${what}: ${DECISIONS[verdict.decision]} ${whereText(gates)}`,
			...gatesText(gates, now),
			...traceLines(verdict.trace, now).map((line) => `  ${line}`),
			...nextStepLines(verdict.unmet),
		);
	}
	if (protection?.text !== undefined) lines.unshift(protection.text);
	if (lines.length === 0) {
		const gates = await readGateStatus({ caller }, context);
		lines.push(`${what}: allowed, no requirement applies to it`, ...gatesText(gates, now));
	}
	const decided = (one: Verdict['decision']) => verdicts.some(({ decision }) => decision === one);
	const warned = decided('warn') ? 'warn' : 'allow';
	const decision = isProtected || decided('deny') ? 'deny' : warned;
	return {
		text: lines.join('\n'),
		json: () => ({
			decision,
			trace: isProtected
				? [protection.text]
				: traceLines(
						verdicts.flatMap(({ trace }) => trace),
						now,
					),
			next: nextStepLines(verdicts.flatMap(({ unmet }) => unmet)),
		}),
	};
}

const DECISIONS = { allow: 'allowed', warn: 'allowed with a warning', deny: 'blocked' } as const;

/**
 * Why a requirement is satisfied or not, and its next steps.
 *
 * @throws Fault `not_configured`, `unknown_name`, `unknown_session`
 */
async function explainRequirement(name: string, caller: Caller, context: Context): Promise<Answer> {
	const { place, config } = await configuredAt(caller.cwd, context);
	const isOfIt = ({ key }: { readonly key: string }) => {
		return `${key}.`.startsWith(`requirements.${name}.`);
	};
	const gates = await readGateStatus({ caller }, context);
	const status = gates.statuses.find(({ requirement }) => requirement.name === name);
	if (status === undefined) {
		const problem = config.leftOut.find(isOfIt)?.message;
		const isWritten = (await explainConfig(place, context)).some(isOfIt);
		if (problem === undefined && !isWritten) throw unknownName('requirement', name, namesIn(gates.statuses));
		const why = oneLine(problem ?? 'enabled: false');
		const text = `${name} does not apply: ${why}`;
		return { text, json: () => ({ requirement: name, satisfied: null, why, next: [] }) };
	}
	const { satisfied, reason } = status;
	const now = context.now();
	const next = satisfied ? [] : nextStepLines([status]);
	const lines = [
		statusText(status, now),
		`  ${whereText(gates)}`,
		...gatesText(gates, now),
		`  ${satisfied ? 'if unmet, ' : ''}${effectText(status)}`,
		...next,
	];
	const why = reasonText(status, now);
	const json = () => ({ requirement: name, satisfied, reason, why, next });
	return { text: lines.join('\n'), json };
}

function statusText(status: Status, now: number): string {
	return `${status.requirement.name}: ${reasonText(status, now)}`;
}

function gatesText(gates: GateStatus, now: number): string[] {
	return gatesLines(gates, { paint: paint(false), now }).map((line) => `  ${line}`);
}

function fileText(path: string): string {
	return path === ANY_FILE ? 'any file' : named(path);
}

function whereText({ place, session }: GateStatus): string {
	const of = session === undefined ? 'in a new session' : `session ${session.session.key}`;
	return `${onBranchText(place.branch)}, ${of}`;
}
