import { orNothing, recordFault } from '../app/faults.ts';
import type { Ports } from '../app/ports.ts';
import { fnv1a } from '../core/text/strings.ts';
import { blocksEdit, concernsOf, isWatched, watchedBelow } from '../gate/concerns.ts';
import { unattributedText } from '../gate/gate-text.ts';
import { namesIn } from '../gate/status.ts';
import { statusesOf } from '../gate/statuses.ts';
import { EDITS_ONLY } from '../gate/triggers.ts';
import { attributeChanges, SHORT_MS, type Span } from '../git/attribution.ts';
import {
	type CallMark,
	callsBeside,
	endCall,
	keep,
	readKept,
	readMark,
	type SessionCalls,
	spanOf,
	writeMark,
} from '../git/call-marks.ts';
import {
	changedAt,
	type DirtyFiles,
	detectChanges,
	differingFiles,
	fileSystemNow,
} from '../git/detect-changes.ts';
import { placeAt } from '../git/find-place.ts';
import {
	type HeadMoves,
	type Repository,
	readHeadMoves,
	readRepository,
} from '../git/repository.ts';
import type { PostToolUseInput, PreToolUseInput } from '../host/messages.ts';
import { isForkedSkill, MCP_PREFIX, SHELL_TOOLS, SKILL_TOOL, taskOf } from '../host/tools.ts';
import type { ProgramCall } from '../shell/call.ts';
import { onlyTests } from '../shell/match.ts';
import { readsOnly } from '../shell/reads-only.ts';
import { guardsOf, movedGuarded, noteBypass } from './bypass.ts';
import { onlyReads } from './mcp-files.ts';
import { type HookEvent, isNobodysWork, isPlan, type Project, projectAt } from './projects.ts';
import type { ProjectCall } from './read-call.ts';
import { readState } from './stored-state.ts';

/** Milliseconds until git is asked again after it was too slow: asking at each call would cost its patience. */
const ASK_AGAIN_MS = 10 * 60 * 1_000;
/** Milliseconds. A window ends at a stamp of the file system, which comes in ticks; the journal has the time itself. */
const TICK_MS = 10;

/**
 * Marks a call that may change more than its words say, if a requirement asks about that (ADR 21): when it begins, and how
 * the repository is then. Git runs only if the session has not read the dirty files yet.
 */
export async function prepareDetection(
	{ input, session, ports }: HookEvent<PreToolUseInput>,
	calls: readonly ProjectCall[],
): Promise<void> {
	const { tool_use_id: id, tool_name: tool } = input;
	const project = calls[0]?.project;
	if (project === undefined || id === undefined) return;
	const { place, config } = project;
	// What runs in another worktree may move branches of this one.
	if (!place.git || config.observe === false || !calls.some(mayChangeMore)) return;
	const { context } = ports;
	const own = { session: session.uuid, context };
	const work = async () => {
		const { state } = await readState(place, ports);
		if (state?.paused !== undefined) return;
		const asked = { place, session, requirements: config.requirements };
		const statuses = statusesOf(state, asked, ports.now());
		const concerns = statuses.map(concernsOf);
		if (!concerns.some(({ files, commits }) => files || commits)) return;
		const asksFiles = concerns.some(({ files }) => files);
		const found = asksFiles ? await findChanges(project, { calls: own }, ports) : undefined;
		const before = readRepository(place, context);
		const guarded = Object.entries(before.tips).filter(
			([branch]) => guardsOf(config, branch).length > 0,
		);
		const blocking = statuses.filter(
			({ satisfied, requirement }) => !satisfied && requirement.enforce === 'deny',
		);
		writeMark(own, id, {
			root: place.root,
			from: fileSystemNow(place, context),
			agent: input.agent_id,
			isSkill: tool === SKILL_TOOL,
			files: found !== undefined && found.trouble === undefined,
			unmet: namesIn(blocking),
			before: { ...before, tips: Object.fromEntries(guarded) },
		});
	};
	await orNothing(work, { place, what: 'what a call changes could not be detected', ports });
}

/** Whether a call may change files that it does not name. */
function mayChangeMore({ action: { tool, command } }: ProjectCall): boolean {
	if (SHELL_TOOLS.includes(tool)) return command !== undefined && !readsOnly(command);
	return tool === SKILL_TOOL || (tool.startsWith(MCP_PREFIX) && !onlyReads(tool));
}

/**
 * Reads the dirty files of a project, and keeps how they are. A project whose files cannot be read costs nothing; the
 * user is shown why once.
 *
 * @param since which changes are asked for; absent: none, and git runs only if the session has not looked yet
 */
async function findChanges(
	project: Project,
	{ since, calls }: { readonly since?: number; readonly calls: SessionCalls },
	ports: Ports,
) {
	const { place, config } = project;
	const name = `files-${fnv1a(place.root)}`;
	const kept = readKept(calls, name) as DirtyFiles | undefined;
	const before = typeof kept?.at === 'number' && kept.contents ? kept : undefined;
	const isHopeless = before?.trouble !== undefined && ports.now() - before.at < ASK_AGAIN_MS;
	const isKnown = since === undefined && before !== undefined && before.trouble === undefined;
	if (isHopeless || isKnown) return { changed: [], dirty: [], trouble: before?.trouble };
	const watch = {
		matters: (path: string) => matters(project, path, ports),
		below: watchedBelow(config.requirements),
	};
	const asked = { since: since ?? Number.POSITIVE_INFINITY, before };
	const { changed, after } = await detectChanges(place, asked, watch, ports.context);
	const { trouble } = after;
	if (trouble !== undefined && before?.trouble === undefined) {
		const message = `what calls change is not detected: ${trouble}`;
		await recordFault(place, ports, { code: 'not_observed', message, hint: 'git status' });
	}
	keep(calls, name, after);
	return { changed, dirty: Object.keys(after.contents), trouble };
}

/** Whether changes of a file matter to a requirement of the project. */
function matters({ place, config }: Project, path: string, ports: Ports): boolean {
	const file = `${place.root}/${path}`;
	if (!config.requirements.some((one) => isWatched(one, path))) return false;
	return !isNobodysWork(file, ports.host.configDir) && !isPlan(file, place, ports);
}

/** The calls of a tool event with what they changed. */
interface DetectedCalls {
	readonly calls: readonly ProjectCall[];
	/** For Claude and the user. */
	readonly texts: readonly string[];
	/** For Claude alone. */
	readonly hints: readonly string[];
}

/**
 * Adds to the calls of a tool event what it changed beyond its words. A bypass is noted by the state before the call. Nothing
 * is added if the call was not marked.
 */
export async function addDetected(
	event: HookEvent<PostToolUseInput>,
	calls: readonly ProjectCall[],
): Promise<DetectedCalls> {
	const { input, session, ports } = event;
	const { tool_name: tool, tool_response: response, duration_ms: ran } = input;
	const { context } = ports;
	const nothing = { calls, texts: [], hints: [] };
	const own = { session: session.uuid, context };
	const id = `${input.tool_use_id}`;
	const mark = readMark(own, id);
	if (mark === undefined || mark.until !== undefined) return nothing;
	const place = placeAt(mark.root, context);
	const work = async () => {
		const known = calls.find(({ project }) => project.place.root === mark.root);
		const project = known?.project ?? (await projectAt(place, ports));
		const ms = ran === undefined ? undefined : ran + context.elapsedMs();
		const span = spanOf(mark, fileSystemNow(place, context), ms);
		const line = calls.flatMap(({ action }) => action.command?.calls ?? []);
		const task = taskOf(response);
		// What a subagent did as the skill was detected at its own calls.
		const isElsewhere = project?.place.root !== mark.root || isForkedSkill(response);
		const call = known ?? (project && { project, action: { ...EDITS_ONLY, tool, edits: [] } });
		const found =
			isElsewhere || !call ? undefined : await detect(event, call, { mark, span, line });
		if (task === undefined) endCall(own, id, { ...mark, ...span });
		else writeMark(own, id, { ...mark, task });
		const others = calls.filter((one) => one !== known);
		return found === undefined ? nothing : { ...found, calls: [found.call, ...others] };
	};
	const what = 'what a call changed could not be detected';
	return (await orNothing(work, { place, what, ports })) ?? nothing;
}

/** How the project was before a call that is over, and when it ran. */
interface Ran {
	readonly mark: CallMark;
	readonly span: Span;
	/** Its command line, in whichever project each part of it ran. */
	readonly line: readonly ProgramCall[];
}

/** A call with what it changed; `undefined` if that is nothing. */
async function detect(event: HookEvent<PostToolUseInput>, call: ProjectCall, past: Ran) {
	const { mark, span, line } = past;
	const { input, session, ports } = event;
	const { project, action } = call;
	const { place, config } = project;
	const { context } = ports;
	const calls = { session: session.uuid, context };
	const { changed, dirty } = mark.files
		? await findChanges(project, { since: mark.from, calls }, ports)
		: { changed: [], dirty: [] };
	const now = readRepository(place, context);
	const moves = readHeadMoves(mark.before, now, place);
	const guarded = await movedGuarded(project, { before: mark.before, now }, event);
	const isSame = now.commit === mark.before.commit && moves.commits.length === 0;
	if (isSame && changed.length + guarded.length === 0) return undefined;
	// What git wrote as it moved HEAD or the stash, or merged, rebased, picked or bisected, is no edit (D47).
	const isOfGit = now.operation !== mark.before.operation;
	const edited = changed.filter(({ isDirty }) => isDirty && !isOfGit);
	const isShort = (input.duration_ms ?? span.until - span.from) < SHORT_MS;
	const commands = config.requirements.flatMap((one) => one.commands.map(({ run }) => run));
	const isTest =
		action.command !== undefined && onlyTests({ ...action.command, calls: line }, commands);
	const beside = callsBeside(calls, `${input.tool_use_id}`, { ...mark, ...span });
	const mayBeTheirs = edited.length + moves.commits.length > 0;
	const lines = mayBeTheirs ? await linesIn(event, project, span) : [];
	const named = editedBy(lines);
	// The words of another call say that it commits here.
	const isTheirs = lines.some(
		({ e, call: id, branch }) =>
			e === 'checked' && branch === place.branch && id !== input.tool_use_id,
	);
	const ran = { ...span, isShort, runsTests: isTest, predicted: action.edits, named };
	const { own, left, others } = attributeChanges(edited, ran, beside);
	const isAlone = isShort && !isTest && beside.every(({ isTask }) => isTask);
	const { names, texts } = await noteBypass(event, project, {
		unmet: mark.unmet,
		changed: own,
		commits: isAlone ? moves.commits : [],
		guarded: isAlone ? guarded : [],
	});
	const rest = changed.filter((one) => !edited.includes(one)).map(({ path }) => path);
	const detected = {
		brought: [...left, ...others, ...rest],
		git: mark.files ? await broughtByGit(event, project, { mark, now, moves, dirty }) : undefined,
		bypassed: names,
		isCommit: moves.commits.includes(place.branch) && !isTest && !isTheirs,
	};
	// A change without an owner is shown in one line, if an unmet requirement blocks it.
	const unmet = config.requirements.filter(({ name }) => mark.unmet.includes(name));
	const files = left.filter((path) => unmet.some((one) => blocksEdit(one, path)));
	const elsewhere = isAlone ? [] : guarded;
	const blocking = [
		...unmet.filter((one) => files.some((path) => blocksEdit(one, path))),
		...elsewhere.map(({ status }) => status.requirement),
	];
	const moved = new Set([...files, ...elsewhere.map(({ branch }) => branch)]);
	return {
		call: {
			...call,
			detected,
			action: { ...action, edits: [...new Set([...action.edits, ...own])] },
		},
		texts,
		hints: moved.size === 0 ? [] : [unattributedText([...moved], blocking)],
	};
}

interface Moved {
	readonly mark: CallMark;
	readonly now: Repository;
	readonly moves: HeadMoves;
	readonly dirty: readonly string[];
}

/** Another commit of the same branch is checked out: which files git wrote, and which of them the session's work touches. */
async function broughtByGit(
	event: HookEvent<PostToolUseInput>,
	project: Project,
	{ mark, now, moves, dirty }: Moved,
) {
	const { ports } = event;
	const { place } = project;
	const { commit, branch } = mark.before;
	const isMoved = commit !== undefined && now.commit !== undefined && now.commit !== commit;
	if (!isMoved || branch !== now.branch) return undefined;
	const differing = await differingFiles(place, [commit, now.commit], ports.context);
	const files = differing.filter(
		(path) => matters(project, path, ports) && changedAt(place, path) >= mark.from,
	);
	if (files.length === 0) return undefined;
	const isMerge = /Merge made by|^commit \(merge\)/.test(moves.last);
	const operation = isMerge ? 'merge' : (/^[a-z-]+/.exec(moves.last)?.[0] ?? 'git');
	if (!/^(?:merge|pull|rebase|cherry-pick)$/.test(operation))
		return { operation, files, reviewed: files };
	const theirs = isMerge ? `${now.commit}^2` : now.commit;
	const committed = await differingFiles(place, [`${theirs}...${commit}`], ports.context);
	const work = [...committed, ...editedBy(await linesIn(event, project)), ...dirty];
	return { operation, files, reviewed: files.filter((path) => work.includes(path)) };
}

type RawLine = Readonly<Record<string, unknown>>;

/** Lines of journals: of any session in a window, or all of this session. */
async function linesIn(
	{ session, ports: { journal } }: HookEvent<PostToolUseInput>,
	{ place }: Project,
	window?: Span,
): Promise<readonly RawLine[]> {
	const { from, until } = window ?? { from: 0, until: Number.POSITIVE_INFINITY };
	const keys = window === undefined ? [session.key] : await journal.recent(place, from);
	const lines = await Promise.all(keys.map((key) => journal.read(place, key)));
	return lines.flat().flatMap((raw) => {
		const line = (raw ?? {}) as RawLine;
		const time = Date.parse(String(line['at']));
		return time >= Math.floor(from) && time <= until + TICK_MS ? [line] : [];
	});
}

/** Files that these lines name as edited. */
function editedBy(lines: readonly RawLine[]): string[] {
	return lines.flatMap(({ e, path }) => (e === 'file' && typeof path === 'string' ? [path] : []));
}
