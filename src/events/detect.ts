import { orNothing, recordFault } from '../app/faults.ts';
import type { Ports } from '../app/ports.ts';
import type { Session } from '../core/session/session-id.ts';
import { unattributedText } from '../gate/bypass-text.ts';
import { blocksEdit, concernsOf, isWatched, mayDetect, watchedBelow } from '../gate/concerns.ts';
import { statusesOf } from '../gate/statuses.ts';
import { EDITS_ONLY } from '../gate/triggers.ts';
import {
	type Attribution,
	attributeChanges,
	type ChangedFile,
	SHORT_MS,
	type Span,
} from '../git/attribution.ts';
import {
	type CallMark,
	callsBeside,
	endCall,
	readMark,
	spanOf,
	writeMark,
} from '../git/call-marks.ts';
import {
	changedAt,
	detectChanges,
	differingFiles,
	fileSystemNow,
	isHopeless,
	readSnapshot,
	type Snapshot,
	type Watch,
	writeSnapshot,
} from '../git/detect-changes.ts';
import { placeAt } from '../git/find-place.ts';
import { type Repository, readHeadMoves, readRepository } from '../git/repository.ts';
import { MCP_PREFIX, SHELL_TOOLS, SKILL_TOOL } from '../host/gated-tools.ts';
import type { PostToolUseInput, PreToolUseInput } from '../host/hook-messages.ts';
import { isForkedSkill, taskOf } from '../host/shell-response.ts';
import { onlyTests } from '../shell/only-tests.ts';
import { parseCommand } from '../shell/parse-command.ts';
import { readsOnly } from '../shell/reads-only.ts';
import { noteBypass } from './bypass.ts';
import { onlyReads } from './mcp-files.ts';
import {
	type HookEvent,
	isNobodysWork,
	isPlan,
	type Project,
	projectAt,
	startOf,
} from './projects.ts';
import { guardsOf, movedGuarded } from './protected-branches.ts';
import type { ProjectCall } from './read-call.ts';
import { readState } from './stored-state.ts';

/**
 * Marks a call that may change more than its words say, if a requirement asks about that (ADR 21): when it begins, and how
 * the repository is then. Git runs only if the session has not looked at the project's files yet.
 */
export async function prepareDetection(
	{ input, session, ports }: HookEvent<PreToolUseInput>,
	call: ProjectCall | undefined,
): Promise<void> {
	const { tool_use_id: id } = input;
	if (call === undefined || id === undefined || !mayChangeMore(call.project, input)) return;
	const { place, config } = call.project;
	const work = async () => {
		const { state } = await readState(place, ports);
		if (state?.paused !== undefined) return;
		const asked = { place, session, requirements: config.requirements };
		const statuses = statusesOf(state, asked, ports.now());
		const concerns = statuses.map(concernsOf);
		const asksFiles = concerns.some(({ files }) => files);
		if (!asksFiles && !concerns.some(({ commits }) => commits)) return;
		const files = asksFiles && (await hasSnapshot(call.project, session, ports));
		const before = readRepository(place, ports.context);
		const isGuarded = ([name]: readonly [string, string]) =>
			!before.elsewhere.includes(name) && guardsOf(config, name).length > 0;
		const tips = Object.fromEntries(Object.entries(before.tips).filter(isGuarded));
		const blocking = statuses.filter(
			({ satisfied, requirement }) => !satisfied && requirement.enforce === 'deny',
		);
		writeMark({ session: session.uuid, context: ports.context }, id, {
			...{ root: place.root, from: fileSystemNow(place, ports.context), files },
			...(input.agent_id === undefined ? {} : { agent: input.agent_id }),
			...(input.tool_name === SKILL_TOOL ? { isSkill: true } : {}),
			unmet: blocking.map(({ requirement }) => requirement.name),
			before: { ...before, tips },
		});
	};
	const what = 'what a call changes could not be detected';
	await orNothing(work, { place, what, ports });
}

/** Whether a call may change files that it does not name, in a project that asks about it. */
function mayChangeMore(
	{ place, config }: Project,
	{ tool_name: tool, tool_input: { command } }: PreToolUseInput,
): boolean {
	if (!place.git || !mayDetect(config)) return false;
	if (SHELL_TOOLS.includes(tool)) return typeof command === 'string' && !readsOnly(command);
	return tool === SKILL_TOOL || (tool.startsWith(MCP_PREFIX) && !onlyReads(tool));
}

/** Looks at the files of a project if the session has not; false if git is too slow or too much is dirty. */
async function hasSnapshot(project: Project, session: Session, ports: Ports): Promise<boolean> {
	const { place } = project;
	const { context } = ports;
	const calls = { session: session.uuid, context };
	const before = readSnapshot(calls, place.root);
	if (isHopeless(before, context.now())) return false;
	if (before !== undefined && before.trouble === undefined) return true;
	const watch = watchOf(project, ports);
	const { after } = await detectChanges(place, watch, { since: Infinity, before }, context);
	await keepSnapshot(project, { before, after }, { session, ports });
	return after.trouble === undefined;
}

/** A project whose files cannot be looked at costs nothing; the user is told once. */
async function keepSnapshot(
	{ place }: Project,
	{ before, after }: { readonly before: Snapshot | undefined; readonly after: Snapshot },
	{ session, ports }: { readonly session: Session; readonly ports: Ports },
): Promise<void> {
	const { trouble } = after;
	if (trouble !== undefined && before?.trouble === undefined) {
		const message = `changes of calls are not detected: ${trouble}`;
		await recordFault(place, ports, { code: 'not_observed', message, hint: 'git status' });
	}
	writeSnapshot({ session: session.uuid, context: ports.context }, place.root, after);
}

function watchOf({ place, config }: Project, ports: Ports): Watch {
	const { requirements } = config;
	const matters = (path: string) => {
		const file = `${place.root}/${path}`;
		if (!isWatched(requirements, path)) return false;
		return !isNobodysWork(file, ports.host.configDir) && !isPlan(file, place, ports);
	};
	return { matters, below: watchedBelow(requirements) };
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
	const id = input.tool_use_id ?? '';
	const mark = readMark({ session: session.uuid, context: ports.context }, id);
	if (mark === undefined || mark.until !== undefined) return nothing;
	const what = 'what a call changed could not be detected';
	const place = calls[0]?.project.place ?? startOf(input.cwd, ports);
	const work = () => detect(event, calls, mark);
	return (await orNothing(work, { place, what, ports })) ?? nothing;
}

async function detect(
	event: HookEvent<PostToolUseInput>,
	calls: readonly ProjectCall[],
	mark: CallMark,
): Promise<DetectedCalls> {
	const { input, session, ports } = event;
	const { context } = ports;
	const id = String(input.tool_use_id);
	const own = { session: session.uuid, context };
	const { root } = mark;
	const place = placeAt(root, context);
	const project = place.root === root ? await projectAt(place, ports) : undefined;
	const ran = input.duration_ms;
	const ms = ran === undefined ? undefined : ran + context.elapsedMs();
	const span = spanOf(mark, fileSystemNow(place, context), ms);
	const call = calls.find((one) => one.project.place.root === root);
	// What a subagent did as the skill was detected at its own calls.
	const isElsewhere = project === undefined || isForkedSkill(input.tool_response);
	const found = isElsewhere ? undefined : await changesOf(event, { project, mark, span, call });
	const task = taskOf(input.tool_response);
	if (task === undefined) endCall(own, id, { ...mark, ...span, owns: found?.edits ?? [] });
	else writeMark(own, id, { ...mark, task });
	if (project === undefined || found === undefined) return { calls, texts: [], hints: [] };
	const { edits, detected, texts, hints } = found;
	const known = call ?? { project, action: { ...EDITS_ONLY, tool: input.tool_name, edits: [] } };
	const action = { ...known.action, edits: [...known.action.edits, ...edits] };
	const all = { ...known, seen: detected, action };
	if (call !== undefined)
		return { calls: calls.map((one) => (one === call ? all : one)), texts, hints };
	const isWork = edits.length + detected.brought.length > 0;
	return { calls: isWork ? [...calls, all] : calls, texts, hints };
}

/** A call that is over. */
interface EndedCall {
	readonly project: Project;
	readonly mark: CallMark;
	readonly span: Span;
	/** What its words say, in this project. */
	readonly call: ProjectCall | undefined;
}

async function changesOf(event: HookEvent<PostToolUseInput>, ended: EndedCall) {
	const { session, ports } = event;
	const { context } = ports;
	const { project, mark } = ended;
	const { place } = project;
	const watch = watchOf(project, ports);
	const before = readSnapshot({ session: session.uuid, context }, place.root);
	const since = { since: mark.from, before };
	const { changed, after } = mark.files
		? await detectChanges(place, watch, since, context)
		: { changed: [], after: undefined };
	const now = readRepository(place, context);
	const moves = readHeadMoves(mark.before, now, place);
	const brought = mark.files ? await broughtByHead(ended, { now, watch }, ports) : [];
	const guarded = await movedGuarded(project, { before: mark.before, now }, { session, ports });
	const work = await workOf(event, ended, { now, changed });
	const { own, left, others, isAlone, isTest } = work;
	const commits = isAlone ? moves.commits : [];
	const passed = isAlone ? guarded : [];
	const { names, texts } = await noteBypass(event, project, {
		...{ unmet: mark.unmet, changed: own, commits, guarded: passed },
	});
	if (after !== undefined) await keepSnapshot(project, { before, after }, { session, ports });
	const fromOthers = [...left, ...others];
	return {
		edits: own,
		texts,
		hints: hintsOf(left, isAlone ? [] : guarded, ended),
		detected: {
			brought: [...new Set([...fromOthers, ...brought])],
			bypassed: names,
			isCommit: moves.commits.includes(place.branch) && !isTest,
		},
	};
}

/** Files that git wrote as HEAD moved to another commit of the same branch. */
async function broughtByHead(
	{ project: { place }, mark }: EndedCall,
	{ now, watch }: { readonly now: Repository; readonly watch: Watch },
	{ context }: Ports,
): Promise<readonly string[]> {
	const { commit, branch } = mark.before;
	if (commit === undefined || now.commit === undefined) return [];
	if (branch !== now.branch || commit === now.commit) return [];
	const differing = await differingFiles(place, [commit, now.commit], context);
	const isWritten = (path: string) => changedAt(place, path) >= mark.from;
	return differing.filter((path) => watch.matters(path) && isWritten(path));
}

interface Work extends Attribution {
	/** A commit that was made in the window is the call's own. */
	readonly isAlone: boolean;
	readonly isTest: boolean;
}

/**
 * Whose work the changes are (D47). What git wrote as it moved HEAD or the stash, or worked on a merge, rebase, pick or
 * bisect, and what is as in HEAD, is nobody's edit.
 */
async function workOf(
	{ input, session, ports }: HookEvent<PostToolUseInput>,
	{ project, mark, span, call }: EndedCall,
	{ now, changed }: { readonly now: Repository; readonly changed: readonly ChangedFile[] },
): Promise<Work> {
	const isShort = (input.duration_ms ?? span.until - span.from) < SHORT_MS;
	const isTest = runsTests(call, input);
	const own = { session: session.uuid, context: ports.context };
	const calls = callsBeside(own, String(input.tool_use_id), { ...mark, ...span });
	const isAlone = isShort && !isTest && calls.every(({ isTask }) => isTask);
	const isOfGit = now.operation !== mark.before.operation;
	const edited = changed.filter(({ isDirty }) => isDirty && !isOfGit);
	const rest = changed.filter((one) => !edited.includes(one)).map(({ path }) => path);
	const named = edited.length === 0 ? new Set<string>() : await editedIn(project, span, ports);
	const predicted = call?.action.edits ?? [];
	const ran = { ...span, isShort, runsTests: isTest, predicted };
	const found = attributeChanges(edited, ran, { calls, named });
	return { ...found, others: [...found.others, ...rest], isAlone, isTest };
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
	return onlyTests(parseCommand(command, [project.place.root]), asked);
}

/** Milliseconds. A window ends at a stamp of the file system, which comes in ticks; the journal has the time itself. */
const TICK_MS = 10;

/** Files that journals of any session name as edited in a window. */
async function editedIn(
	{ place }: Project,
	{ from, until }: Span,
	{ journal }: Ports,
): Promise<ReadonlySet<string>> {
	const found = new Set<string>();
	for (const key of await journal.recent(place, from)) {
		for (const line of await journal.read(place, key)) {
			const { e, at, path } = (line ?? {}) as Record<string, unknown>;
			const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
			const isDuring = time >= Math.floor(from) && time <= until + TICK_MS;
			if (e === 'file' && isDuring && typeof path === 'string') found.add(path);
		}
	}
	return found;
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
