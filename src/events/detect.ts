import { orNothing, recordFault } from '../app/faults.ts';
import type { Ports } from '../app/ports.ts';
import { fnv1a } from '../core/text/strings.ts';
import { blocksEdit, concernsOf, isWatched, watchedBelow } from '../gate/concerns.ts';
import { unattributedText } from '../gate/gate-text.ts';
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
import { MCP_PREFIX, SHELL_TOOLS, SKILL_TOOL } from '../host/gated-tools.ts';
import type { PostToolUseInput, PreToolUseInput } from '../host/hook-messages.ts';
import { isForkedSkill, taskOf } from '../host/shell-response.ts';
import { onlyTests } from '../shell/match.ts';
import { parseCommand } from '../shell/read-line.ts';
import { readsOnly } from '../shell/reads-only.ts';
import { guardsOf, movedGuarded, noteBypass } from './bypass.ts';
import { onlyReads } from './mcp-files.ts';
import {
	type HookEvent,
	isNobodysWork,
	isPlan,
	type Project,
	projectAt,
	startOf,
} from './projects.ts';
import type { ProjectCall } from './read-call.ts';
import { readState } from './stored-state.ts';

/** Milliseconds until git is asked again after it was too slow: asking at each call would cost its patience. */
const ASK_AGAIN_MS = 10 * 60 * 1_000;
/** Milliseconds. A window ends at a stamp of the file system, which comes in ticks; the journal has the time itself. */
const TICK_MS = 10;

/**
 * Marks a call that may change more than its words say, if a requirement asks about that (ADR 21): when it begins, and how
 * the repository is then. Git runs only if the session has not looked at the project's files yet.
 */
export async function prepareDetection(
	{ input, session, ports }: HookEvent<PreToolUseInput>,
	call: ProjectCall | undefined,
): Promise<void> {
	const { tool_use_id: id, tool_name: tool } = input;
	if (call === undefined || id === undefined || !mayChangeMore(call.project, input)) return;
	const { place, config } = call.project;
	const { context } = ports;
	const calls = { session: session.uuid, context };
	const work = async () => {
		const { state } = await readState(place, ports);
		if (state?.paused !== undefined) return;
		const asked = { place, session, requirements: config.requirements };
		const statuses = statusesOf(state, asked, ports.now());
		const concerns = statuses.map(concernsOf);
		const asksFiles = concerns.some(({ files }) => files);
		if (!asksFiles && !concerns.some(({ commits }) => commits)) return;
		const found = asksFiles
			? await findChanges(call.project, { since: undefined, calls }, ports)
			: undefined;
		const files = found !== undefined && found.trouble === undefined;
		const before = readRepository(place, context);
		const guarded = Object.entries(before.tips).filter(
			([branch]) => guardsOf(config, branch).length > 0,
		);
		const blocking = statuses.filter(
			({ satisfied, requirement }) => !satisfied && requirement.enforce === 'deny',
		);
		writeMark(calls, id, {
			root: place.root,
			from: fileSystemNow(place, context),
			agent: input.agent_id,
			isSkill: tool === SKILL_TOOL,
			files,
			unmet: blocking.map(({ requirement }) => requirement.name),
			before: { ...before, tips: Object.fromEntries(guarded) },
		});
	};
	await orNothing(work, { place, what: 'what a call changes could not be detected', ports });
}

/** Whether a call may change files that it does not name, in a project whose config allows the question. */
function mayChangeMore(
	{ place, config }: Project,
	{ tool_name: tool, tool_input: { command } }: PreToolUseInput,
): boolean {
	if (!place.git || config.observe === false) return false;
	if (SHELL_TOOLS.includes(tool))
		return typeof command === 'string' && !readsOnly(parseCommand(command));
	return tool === SKILL_TOOL || (tool.startsWith(MCP_PREFIX) && !onlyReads(tool));
}

/**
 * Looks at the dirty files of a project, and keeps how they are. A project whose files cannot be looked at costs nothing; the
 * user is shown why once.
 *
 * @param since which changes are asked for; `undefined`: none, and git runs only if the session has not looked yet
 */
async function findChanges(
	project: Project,
	{ since, calls }: { readonly since: number | undefined; readonly calls: SessionCalls },
	ports: Ports,
) {
	const { place } = project;
	const name = `files-${fnv1a(place.root)}`;
	const kept = readKept(calls, name) as DirtyFiles | undefined;
	const before = typeof kept?.at === 'number' && kept.contents ? kept : undefined;
	const isHopeless = before?.trouble !== undefined && ports.now() - before.at < ASK_AGAIN_MS;
	const isKnown = since === undefined && before !== undefined && before.trouble === undefined;
	if (isHopeless || isKnown) return { changed: [], dirty: [], trouble: before?.trouble };
	const asked = { since: since ?? Number.POSITIVE_INFINITY, before };
	const below = watchedBelow(project.config.requirements);
	const watch = { matters: mattersIn(project, ports), below };
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
function mattersIn({ place, config }: Project, ports: Ports): (path: string) => boolean {
	return (path) => {
		const file = `${place.root}/${path}`;
		if (!config.requirements.some((one) => isWatched(one, path))) return false;
		return !isNobodysWork(file, ports.host.configDir) && !isPlan(file, place, ports);
	};
}

/** The calls of a tool event with what they changed. */
export interface DetectedCalls {
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
	const nothing = { calls, texts: [], hints: [] };
	const mark = readMark({ session: session.uuid, context: ports.context }, `${input.tool_use_id}`);
	if (mark === undefined || mark.until !== undefined) return nothing;
	const what = 'what a call changed could not be detected';
	const place = calls[0]?.project.place ?? startOf(input.cwd, ports);
	return (await orNothing(() => detect(event, calls, mark), { place, what, ports })) ?? nothing;
}

/** A marked call that is over. */
interface EndedCall {
	readonly project: Project;
	readonly mark: CallMark;
	readonly span: Span;
	/** What its words say, in this project. */
	readonly call: ProjectCall | undefined;
	readonly own: SessionCalls;
	readonly id: string;
}

async function detect(
	event: HookEvent<PostToolUseInput>,
	calls: readonly ProjectCall[],
	mark: CallMark,
): Promise<DetectedCalls> {
	const { input, session, ports } = event;
	const { context } = ports;
	const { tool_name: tool, tool_response: response, duration_ms: ran } = input;
	const id = `${input.tool_use_id}`;
	const own = { session: session.uuid, context };
	const place = placeAt(mark.root, context);
	const project = place.root === mark.root ? await projectAt(place, ports) : undefined;
	const ms = ran === undefined ? undefined : ran + context.elapsedMs();
	const span = spanOf(mark, fileSystemNow(place, context), ms);
	const call = calls.find((one) => one.project.place.root === mark.root);
	// What a subagent did as the skill was detected at its own calls.
	const isElsewhere = project === undefined || isForkedSkill(response);
	const ended = isElsewhere ? undefined : { project, mark, span, call, own, id };
	const found = ended && (await changesOf(event, ended));
	const task = taskOf(response);
	if (task === undefined) endCall(own, id, { ...mark, ...span });
	else writeMark(own, id, { ...mark, task });
	if (project === undefined || found === undefined) return { calls, texts: [], hints: [] };
	const { edits, detected, texts, hints } = found;
	const known = call ?? { project, action: { ...EDITS_ONLY, tool, edits: [] } };
	const action = { ...known.action, edits: [...known.action.edits, ...edits] };
	const all = { ...known, detected, action };
	const others = calls.filter((one) => one !== call);
	return { calls: [all, ...others], texts, hints };
}

async function changesOf(event: HookEvent<PostToolUseInput>, ended: EndedCall) {
	const { input, session, ports } = event;
	const { context } = ports;
	const { project, mark, span, call, own: calls, id } = ended;
	const { place } = project;
	const { changed, dirty } = mark.files
		? await findChanges(project, { since: mark.from, calls }, ports)
		: { changed: [], dirty: [] };
	const now = readRepository(place, context);
	const moves = readHeadMoves(mark.before, now, place);
	const guarded = await movedGuarded(project, { before: mark.before, now }, { session, ports });
	const isSame = now.commit === mark.before.commit && moves.commits.length === 0;
	if (isSame && changed.length + guarded.length === 0) return undefined;
	// What git wrote as it moved HEAD or the stash, or merged, rebased, picked or bisected, is nobody's edit (D47).
	const isOfGit = now.operation !== mark.before.operation;
	const edited = changed.filter(({ isDirty }) => isDirty && !isOfGit);
	const isShort = (input.duration_ms ?? span.until - span.from) < SHORT_MS;
	const isTest = runsTests(call, input);
	const beside = callsBeside(calls, id, { ...mark, ...span });
	const predicted = call?.action.edits ?? [];
	const named = edited.length === 0 ? [] : await editedIn(event, project, span);
	const ran = { ...span, isShort, runsTests: isTest, predicted, named };
	const { own, left, others } = attributeChanges(edited, ran, beside);
	const isAlone = isShort && !isTest && beside.every(({ isTask }) => isTask);
	const { names, texts } = await noteBypass(event, project, {
		unmet: mark.unmet,
		changed: own,
		commits: isAlone ? moves.commits : [],
		guarded: isAlone ? guarded : [],
	});
	const rest = changed.filter((one) => !edited.includes(one)).map(({ path }) => path);
	return {
		edits: own,
		texts,
		hints: hintsOf(left, isAlone ? [] : guarded, ended),
		detected: {
			brought: [...left, ...others, ...rest],
			git: mark.files ? await broughtByGit(event, ended, { now, moves, dirty }) : undefined,
			bypassed: names,
			isCommit: moves.commits.includes(place.branch) && !isTest,
		},
	};
}

/** Another commit of the same branch is checked out: which files git wrote, and which of them the session's work touches. */
async function broughtByGit(
	event: HookEvent<PostToolUseInput>,
	{ project, mark }: EndedCall,
	{ now, moves, dirty }: { now: Repository; moves: HeadMoves; dirty: readonly string[] },
) {
	const { ports } = event;
	const { place } = project;
	const { commit, branch } = mark.before;
	const isMoved = commit !== undefined && now.commit !== undefined && now.commit !== commit;
	if (!isMoved || branch !== now.branch) return undefined;
	const matters = mattersIn(project, ports);
	const differing = await differingFiles(place, [commit, now.commit], ports.context);
	const files = differing.filter((path) => matters(path) && changedAt(place, path) >= mark.from);
	if (files.length === 0) return undefined;
	const isMerge = /Merge made by|^commit \(merge\)/.test(moves.last);
	const operation = isMerge ? 'merge' : (/^[a-z-]+/.exec(moves.last)?.[0] ?? 'git');
	if (!/^(?:merge|pull|rebase|cherry-pick)$/.test(operation))
		return { operation, files, reviewed: files };
	const theirs = isMerge ? `${now.commit}^2` : now.commit;
	const committed = await differingFiles(place, [`${theirs}...${commit}`], ports.context);
	const edited = await editedIn(event, project, undefined);
	const work = new Set([...committed, ...edited, ...dirty]);
	return { operation, files, reviewed: files.filter((path) => work.has(path)) };
}

/** Whether a call does nothing but run tests: by a known runner, or as a requirement's own command. */
function runsTests(
	call: ProjectCall | undefined,
	{ tool_input: { command } }: PostToolUseInput,
): boolean {
	if (call === undefined || typeof command !== 'string') return false;
	const { project, action } = call;
	const commands = project.config.requirements.flatMap((one) => one.commands);
	const asked = commands.map(({ run }) => run).filter((run) => action.runs(run));
	return onlyTests(parseCommand(command), asked);
}

/** Files that journals name as edited: of any session in a window, or all of this session. */
async function editedIn(
	{ session, ports: { journal } }: HookEvent<PostToolUseInput>,
	{ place }: Project,
	window: Span | undefined,
): Promise<readonly string[]> {
	const { from, until } = window ?? { from: 0, until: Number.POSITIVE_INFINITY };
	const keys = window === undefined ? [session.key] : await journal.recent(place, from);
	const lines = await Promise.all(keys.map((key) => journal.read(place, key)));
	return lines.flat().flatMap((line) => {
		const { e, at, path } = (line ?? {}) as Record<string, unknown>;
		const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
		const isDuring = time >= Math.floor(from) && time <= until + TICK_MS;
		return e === 'file' && isDuring && typeof path === 'string' ? [path] : [];
	});
}

/** One line for changes that nobody can attribute, if an unmet requirement blocks them. */
function hintsOf(
	left: readonly string[],
	guarded: Awaited<ReturnType<typeof movedGuarded>>,
	{ project: { config }, mark }: EndedCall,
): string[] {
	const unmet = config.requirements.filter(({ name }) => mark.unmet.includes(name));
	const files = left.filter((path) => unmet.some((one) => blocksEdit(one, path)));
	const names = new Set([...files, ...guarded.map(({ branch }) => branch)]);
	const blocking = [
		...unmet.filter((one) => files.some((path) => blocksEdit(one, path))),
		...guarded.map(({ status }) => status.requirement),
	];
	return names.size === 0 ? [] : [unattributedText([...names], blocking)];
}
