import type { Context } from '../context.ts';
import { blocksEdit, isWatched, needsDetection, watchedBelow } from '../gate/concerns.ts';
import { unattributedText } from '../gate/gate-text.ts';
import { namesIn } from '../gate/status.ts';
import { statusesOf } from '../gate/statuses.ts';
import { EDITS_ONLY } from '../gate/triggers.ts';
import { attributeChanges, SHORT_MS, type Span } from '../git/attribution.ts';
import { changedAt, type DirtyFiles, detectChanges, differingFiles, fileSystemNow } from '../git/detect-changes.ts';
import { placeAt } from '../git/find-place.ts';
import { onBranch, type Place } from '../git/place.ts';
import { type Repository, readHeadMoves, readRepository } from '../git/repository.ts';
import { addTo, type HookAnswer, type PostToolUseInput, type PreToolUseInput } from '../host/messages.ts';
import { EDIT_TOOLS, isForkedSkill, MCP_PREFIX, SHELL_TOOLS, SKILL_TOOL, taskOf } from '../host/tools.ts';
import { readJournal, recentJournals } from '../journal/journal.ts';
import { linesOf } from '../journal/lines.ts';
import { TEAM_FILE } from '../memory/team-file.ts';
import type { ProgramCall } from '../shell/call.ts';
import { onlyTests } from '../shell/match.ts';
import { readsOnly } from '../shell/reads-only.ts';
import {
	type CallMark,
	callsFile,
	overlappingCalls,
	type ProjectBefore,
	readMark,
	removeMark,
	writeMark,
} from '../state/call-marks.ts';
import { recordFault, recordOnFailure } from '../state/faults.ts';
import { unlessUnwritable } from '../store/errors.ts';
import { readOwn, writeOwn } from '../store/own-file.ts';
import { fnv1a } from '../text/strings.ts';
import { noteBypass } from './bypass.ts';
import { onlyReads } from './mcp-files.ts';
import { type HookEvent, isOfGitOrClaudeCode, isPlan, type Project, projectAt } from './projects.ts';
import type { GitWork, ProjectCall } from './read-call.ts';
import { readState } from './stored-state.ts';

/** Milliseconds until git is asked again after it was too slow: asking at each call would cost its patience. */
const ASK_AGAIN_MS = 10 * 60 * 1_000;
/** Milliseconds. A window ends at a stamp of the file system, which comes in ticks; the journal has the time itself. */
const TICK_MS = 10;
/** Milliseconds. A hook starts some time after its call has ended. */
const HOOK_START_MS = 1_000;

/**
 * Marks a call with where it was checked: a person may switch branches while it runs. If it may change more than it names,
 * and a requirement asks about that, the mark says how the project is before it (ADR 21).
 */
export async function markCall(event: HookEvent<PreToolUseInput>, calls: readonly ProjectCall[]): Promise<void> {
	const { tool_use_id: id, tool_name: tool, agent_id: agent } = event.input;
	const { context } = event;
	const project = calls[0]?.project;
	if (project === undefined || !project.place.git || id === undefined) return;
	const { place, config } = project;
	const isEdit = Object.hasOwn(EDIT_TOOLS, tool);
	// Of a plain commit nothing else is detected.
	const isDetected = config.observe !== false && calls.some(mayChangeMore);
	const runsCommit = calls.some(({ action }) => action.runs('git commit'));
	if (!isEdit && !isDetected && !runsCommit) return;
	const work = async () => {
		const before = isEdit ? undefined : await readBefore(project, event, isDetected);
		if (!isEdit && before === undefined) return;
		const { root, branch } = place;
		const from = isEdit ? context.systemNow() : fileSystemNow(place, context);
		const mark = { root, branch, from, agent, isSkill: tool === SKILL_TOOL, before };
		const write = () => writeMark(event, id, mark);
		// Without a mark an edit counts on the branch where it ends; what another call changes goes unseen.
		if (isEdit) unlessUnwritable(write);
		else write();
	};
	await recordOnFailure(work, {
		place,
		what: 'what a call changes could not be detected',
		context,
	});
}

/** Whether a call may change files that it does not name. */
function mayChangeMore({ action: { tool, command } }: ProjectCall): boolean {
	if (SHELL_TOOLS.includes(tool)) return command !== undefined && !readsOnly(command);
	return tool === SKILL_TOOL || (tool.startsWith(MCP_PREFIX) && !onlyReads(tool));
}

/**
 * How a project is before a call; `undefined` if no requirement asks what the call changes.
 *
 * @param isDetected whether the call may change more than it names
 */
async function readBefore(
	project: Project,
	event: HookEvent<unknown>,
	isDetected: boolean,
): Promise<CallMark['before']> {
	const { session, context } = event;
	const { place, config } = project;
	const { state } = await readState(place, context);
	if (state?.paused !== undefined) return undefined;
	const asked = { place, session, requirements: config.requirements };
	const statuses = statusesOf(state, asked, context.now());
	const concerns = statuses.map(needsDetection);
	if (!concerns.some(({ files, commits }) => files || commits)) return undefined;
	const repository = readRepository(place);
	if (!isDetected) return { repository, unmet: [], files: false };
	const asksFiles = concerns.some(({ files }) => files);
	const found = asksFiles && (await findChanges(project, event));
	const blocking = statuses.filter(({ satisfied, requirement }) => !satisfied && requirement.enforce === 'deny');
	return {
		repository,
		unmet: namesIn(blocking),
		files: found !== false && found.trouble === undefined,
	};
}

/**
 * Reads the dirty files of a project and keeps how they are, to compare with. `trouble`: they cannot be read in full, which
 * the user is shown once.
 *
 * @param since which changes are asked for; absent: none, and git runs only if the session has not read the files yet
 */
async function findChanges(project: Project, event: HookEvent<unknown>, since?: number) {
	const { context } = event;
	const { place, config } = project;
	const file = callsFile(event, `files-${fnv1a(place.root)}`);
	const before = readOwn<DirtyFiles>(file);
	const { trouble: earlier, at = 0 } = before ?? {};
	const isFresh = earlier === undefined ? since === undefined : context.now() - at < ASK_AGAIN_MS;
	if (before !== undefined && isFresh) return { changed: [], dirty: [], trouble: earlier };
	const watch = {
		matters: (path: string) => matters(project, path, context),
		below: watchedBelow(config.requirements),
	};
	const asked = { since: since ?? Number.POSITIVE_INFINITY, before };
	const { changed, after } = await detectChanges(place, asked, watch, context);
	const { trouble, contents } = after;
	if (trouble !== undefined && earlier === undefined) {
		const message = `what calls change is not detected: ${trouble}`;
		recordFault(place, context, { code: 'not_observed', message, hint: 'git status' });
	}
	writeOwn(file, after, context);
	return { changed, dirty: Object.keys(contents), trouble };
}

/** Whether changes of a file matter to a requirement of the project. */
function matters({ place, config }: Project, path: string, context: Context): boolean {
	const file = `${place.root}/${path}`;
	// `req learn --team` writes it whatever is unmet: a lesson is no work that a requirement asks about.
	if (path === TEAM_FILE || !config.requirements.some((one) => isWatched(one, path))) return false;
	return !isOfGitOrClaudeCode(file, context.configDir) && !isPlan(file, place, context);
}

/** The calls of a tool event with what they changed, and what is shown of that. */
interface DetectedCalls {
	readonly calls: readonly ProjectCall[];
	readonly answer?: HookAnswer;
}

/**
 * The calls of a tool event as their mark says: an edit on the branch where it was checked, any other call with what it
 * changed beyond its words. A bypass is noted by the status before the call. A call without a mark stays as it is.
 */
export async function addDetected(
	event: HookEvent<PostToolUseInput>,
	calls: readonly ProjectCall[],
): Promise<DetectedCalls> {
	const { input, context } = event;
	const { tool_use_id: id, tool_response: response } = input;
	const mark = readMark(event, id);
	if (mark === undefined || mark.until !== undefined) return { calls };
	const { root, before } = mark;
	const place = placeAt(root, context);
	const work = async (): Promise<DetectedCalls> => {
		if (before === undefined) {
			removeMark(event, id);
			return { calls: calls.map((one) => checkedOn(one, mark)) };
		}
		const span = endMark(event, mark, place);
		// The worktree is gone; or it is a subagent's skill, whose own calls were detected.
		if (place.root !== root || isForkedSkill(response)) return { calls };
		const call = await findCall(event, calls, place);
		if (call === undefined) return { calls };
		const line = calls.flatMap(({ action }) => action.command?.calls ?? []);
		const found = await detect(event, { call, line, mark, before, span });
		const others = calls.filter((one) => one !== call);
		return found === undefined ? { calls } : { ...found, calls: [found.call, ...others] };
	};
	const what = 'what a call changed could not be detected';
	return (await recordOnFailure(work, { place, what, context })) ?? { calls };
}

/** Marks a call as over, or as going on in the background. Returns when it ran, without the wait for a permission. */
function endMark(event: HookEvent<PostToolUseInput>, mark: CallMark, place: Place): Span {
	const { tool_use_id: id, tool_response: response, duration_ms: duration } = event.input;
	const { context } = event;
	const until = fileSystemNow(place, context);
	const ms = (duration ?? until - mark.from) + context.elapsedMs() + HOOK_START_MS;
	const span = { from: Math.max(mark.from, until - ms), until };
	const task = taskOf(response);
	writeMark(event, id, task === undefined ? { ...mark, ...span } : { ...mark, task });
	return span;
}

/** What a tool event does in a project: nothing by its words, if none of its calls is there; `undefined` if it has no config. */
async function findCall(
	{ input, context }: HookEvent<PostToolUseInput>,
	calls: readonly ProjectCall[],
	place: Place,
): Promise<ProjectCall | undefined> {
	const known = calls.find(({ project }) => project.place.root === place.root);
	if (known !== undefined) return known;
	const project = await projectAt(place, context);
	if (project === undefined) return undefined;
	return { project, action: { ...EDITS_ONLY, tool: input.tool_name, edits: [] } };
}

/** A call on the branch where it was checked. */
function checkedOn(call: ProjectCall, { root, branch }: CallMark): ProjectCall {
	const { project } = call;
	if (project.place.root !== root) return call;
	return { ...call, project: { ...project, place: onBranch(project.place, branch) } };
}

/** A call that is over, in the project that it was marked in. */
interface EndedCall {
	readonly call: ProjectCall;
	/** Its command line, in whichever project each part of it ran. */
	readonly line: readonly ProgramCall[];
	readonly mark: CallMark;
	readonly before: ProjectBefore;
	/** When it ran; the time since the mark includes the wait for a permission. */
	readonly span: Span;
}

/** Reads what happened, attributes it, and notes what the call bypassed; `undefined` if nothing happened. */
async function detect(event: HookEvent<PostToolUseInput>, ended: EndedCall) {
	const { call, line, before, span } = ended;
	const { project, action } = call;
	const { config, place } = project;
	const happened = await readHappened(event, ended);
	if (happened === undefined) return undefined;
	const { commits, moves, lines, overlapping, git } = happened;
	const commands = config.requirements.flatMap((one) => one.commands.map(({ run }) => run));
	const own = {
		...{ ...span, predicted: action.edits, branch: place.branch },
		isShort: (event.input.duration_ms ?? span.until - span.from) < SHORT_MS,
		runsTests: action.command !== undefined && onlyTests({ ...action.command, calls: line }, commands),
	};
	const work = attributeChanges(happened, own, overlapping);
	const isOwnCommit = work.hasMoved && commits.includes(place.branch);
	const bypass = { unmet: before.unmet, files: work.own, isCommit: isOwnCommit };
	const { names, text } = await noteBypass(event, { ...project, lines }, bypass);
	// A change without an owner is shown in one line, if an unmet requirement blocks it.
	const unmet = config.requirements.filter(({ name }) => before.unmet.includes(name));
	const blocking = unmet.filter((one) => work.unowned.some((path) => blocksEdit(one, path)));
	const files = work.unowned.filter((path) => blocking.some((one) => blocksEdit(one, path)));
	const hint = files.length === 0 ? undefined : unattributedText(files, blocking);
	const { changedByOthers, isCommit, hasMovedHead } = work;
	return {
		call: {
			project,
			detected: {
				changedByOthers,
				git,
				bypassed: names,
				isCommit,
				moves: hasMovedHead ? moves : [],
			},
			action: { ...action, edits: [...new Set([...action.edits, ...work.own])] },
		},
		answer: text || hint ? addTo({ text, notice: text }, { text: hint }) : undefined,
	};
}

/** Reads what happened in a project while a call ran, by it or any other way; `undefined` if nothing did. */
async function readHappened(
	event: HookEvent<PostToolUseInput>,
	{ call: { project }, mark, before: { repository: before, files: asksFiles }, span }: EndedCall,
) {
	const { input, session, context } = event;
	const { place } = project;
	const id = input.tool_use_id;
	const files = asksFiles ? await findChanges(project, event, mark.from) : undefined;
	const { changed = [], dirty = [] } = files ?? {};
	const now = readRepository(place);
	const { moves, commits, last } = readHeadMoves(before, now, place);
	const isSame = now.commit === before.commit && moves.length === 0;
	if (isSame && changed.length === 0) return undefined;
	const journals = readJournals(event, place, span.from);
	const lines = linesOf(journals, session.uuid);
	const meanwhile = journals.filter((one) => {
		const time = Date.parse(String(one['at']));
		return time >= Math.floor(span.from) && time <= span.until + TICK_MS;
	});
	const ownLines = journals.filter(({ s }) => s === session.uuid);
	const work = [...dirty, ...editedIn(place, ownLines)];
	const move = { before, now, last, since: mark.from, work };
	return {
		...{ changed, commits, moves, lines },
		isOfGit: now.operation !== before.operation,
		named: editedIn(place, meanwhile),
		isTheirCommit: meanwhile.some(
			({ e, call, branch }) => (e === 'checked' || e === 'moved') && branch === place.branch && call !== id,
		),
		overlapping: overlappingCalls(event, id, { ...mark, ...span }),
		git: asksFiles ? await readGitWork(project, move, context) : undefined,
	};
}

/** How HEAD moved. */
interface HeadMove {
	readonly before: Repository;
	readonly now: Repository;
	/** What moved it last, as git words it. */
	readonly last: string;
	/** Milliseconds since the epoch: git wrote files after that. */
	readonly since: number;
	/** Files that the session has edited, or not committed. */
	readonly work: readonly string[];
}

/** Another commit of the same branch is checked out: which files git wrote, and which of them the session's work touches. */
async function readGitWork(
	project: Project,
	{ before, now, last, since, work }: HeadMove,
	context: Context,
): Promise<GitWork | undefined> {
	const { place } = project;
	const { commit } = before;
	const isMoved = commit !== undefined && now.commit !== undefined && now.commit !== commit;
	if (!isMoved || before.branch !== now.branch) return undefined;
	const differing = await differingFiles(place, [commit, now.commit], context);
	const files = differing.filter((path) => matters(project, path, context) && changedAt(place, path) >= since);
	if (files.length === 0) return undefined;
	const isMerge = /Merge made by|^commit \(merge\)/.test(last);
	const operation = isMerge ? 'merge' : (/^[a-z-]+/.exec(last)?.[0] ?? 'git');
	if (!/^(?:merge|pull|rebase|cherry-pick)$/.test(operation)) return { operation, files, reviewed: files };
	const theirs = isMerge ? `${now.commit}^2` : now.commit;
	const committed = await differingFiles(place, [`${theirs}...${commit}`], context);
	const own = [...committed, ...work];
	return { operation, files, reviewed: files.filter((path) => own.includes(path)) };
}

type RawLine = Readonly<Record<string, unknown>>;

/** The journal of the session, and those that any session has written to since a time. */
function readJournals({ session }: HookEvent<PostToolUseInput>, place: Place, since: number): readonly RawLine[] {
	const recent = recentJournals(place, since).map(({ uuid }) => uuid);
	const ids = [...new Set([session.uuid, ...recent])];
	return ids.flatMap((id) => readJournal(place, id)).map((raw) => (raw ?? {}) as RawLine);
}

/** Files of a working tree that these lines name as edited. */
function editedIn({ root, mainRoot }: Place, lines: readonly RawLine[]): string[] {
	const worktree = mainRoot === undefined ? undefined : root;
	return lines.flatMap(({ e, path, ...line }) => {
		const isHere = line['project'] === undefined && line['worktree'] === worktree;
		return e === 'file' && isHere && typeof path === 'string' ? [path] : [];
	});
}
