import {
	appendFileSync,
	lstatSync,
	readdirSync,
	readFileSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ifThere } from '../store/errors.ts';
import { parseJson, readTail } from '../store/read-file.ts';
import type { OtherCall, Span } from './attribution.ts';
import type { Begun, CallMark } from './look-ports.ts';
import type { Place } from './place.ts';

const BEGUN = '.begun';
/** When the calls of a session ran that are over, one line each. */
const RAN = '.ran';
/** Bytes: some 100 calls. */
const MAX_TAIL = 65_536;
const MAX_OWNED = 50;
const MS = 1_000_000n;
/** A hook starts some time after its call has ended. */
const HOOK_START = 1_000n * MS;
/** No call runs longer in the foreground, and whoever was killed says no more of its own. */
const MAX_AGE = 10n * 60n * 1_000n * MS;
const MAX_TASK_AGE = 24n * 60n * 60n * 1_000n * MS;

/** What a call of a session began with. `folder`: what is kept of the session's calls. */
export function markOf(folder: string, call: string): Begun | undefined {
	const file = join(folder, call + BEGUN);
	const mark = parseJson(ifThere(() => readFileSync(file, 'utf8')) ?? '') as CallMark | undefined;
	const changed = ifThere(() => lstatSync(file, { bigint: true }).ctimeNs);
	if (mark === undefined || changed === undefined) return undefined;
	const { since } = mark;
	const isTime = since !== undefined && /^\d+$/.test(since);
	return { call, mark, since: isTime ? BigInt(since) : changed };
}

/** The calls of a session that have begun in a project, and of whose end no hook has heard. */
export function allBegun(folder: string, root: string): readonly Begun[] {
	const names = ifThere(() => readdirSync(folder)) ?? [];
	return names
		.filter((name) => name.endsWith(BEGUN))
		.flatMap((name) => markOf(folder, name.slice(0, -BEGUN.length)) ?? [])
		.filter(({ mark }) => mark.root === root);
}

/** Removes what a call began with, and notes when it ran, and what was its work. */
export function endCall(
	folder: string,
	{ call, mark }: Begun,
	{ from, until, owns }: Span & Pick<OtherCall, 'owns'>,
): void {
	const line = JSON.stringify([`${from}`, `${until}`, mark.root, owns.slice(0, MAX_OWNED)]);
	ifThere(() => appendFileSync(join(folder, RAN), `${line}\n`, { mode: 0o600 }));
	ifThere(() => unlinkSync(join(folder, call + BEGUN)));
}

/** Notes that a call goes on in the background. */
export function goOn(folder: string, { call, mark, since }: Begun, task: string): void {
	const text = JSON.stringify({ ...mark, since: `${since}`, task });
	ifThere(() => writeFileSync(join(folder, call + BEGUN), text, { mode: 0o600 }));
}

/**
 * Forgets the calls of a session's main conversation that were refused or interrupted: none of them runs as it goes on to
 * a prompt, or ends a turn. `running`: all background tasks that are not over.
 */
export function forgetCalls(folder: string, running: readonly string[] | undefined): void {
	for (const name of ifThere(() => readdirSync(folder)) ?? []) {
		if (!name.endsWith(BEGUN)) continue;
		const { task, agent } = markOf(folder, name.slice(0, -BEGUN.length))?.mark ?? {};
		const isOver = task === undefined ? agent === undefined : running?.includes(task) === false;
		if (isOver) ifThere(() => unlinkSync(join(folder, name)));
	}
}

/** Whether a call that began so long ago does not run any more, though no hook has heard of its end. */
export function isOverAt(now: bigint, { mark, since }: Begun): boolean {
	return now - since > (mark.task === undefined ? MAX_AGE : MAX_TASK_AGE);
}

/** When a call ran that is over now. `ms`: how long ago it began, as Claude Code says. */
export function spanOf({ since }: Begun, now: bigint, ms: number | undefined): Span {
	if (ms === undefined) return { from: since, until: now };
	const sinceStart = BigInt(Math.ceil(ms)) * MS;
	const from = now - sinceStart - HOOK_START;
	return { from: from > since ? from : since, until: now };
}

/** Calls of any session that ran in the project of a call while it ran. `dir`: a folder for each session. */
export function callsBeside(
	dir: string,
	session: string,
	{ own, span }: { readonly own: Begun; readonly span: Span },
): readonly OtherCall[] {
	const { root, agent } = own.mark;
	const sessions = ifThere(() => readdirSync(dir)) ?? [];
	return sessions.flatMap((name) => {
		const folder = join(dir, name);
		const running = allBegun(folder, root)
			.filter((one) => {
				// A model makes one writing call after the other: an earlier one was refused, or interrupted. The shell
				// lines of a skill are over before a subagent that runs it makes a call.
				const isSameMaker = one.mark.agent === agent || one.mark.skill === true;
				return one.mark.task !== undefined || name !== session || !isSameMaker;
			})
			.filter((one) => !isOverAt(span.until, one))
			.map(({ mark, since }) => {
				const isTask = mark.task !== undefined;
				return { from: since, until: span.until, tells: !isTask, isTask, owns: [] };
			});
		return [...running, ...ranIn(folder, root).filter(({ until }) => until >= span.from)];
	});
}

function ranIn(folder: string, root: string): OtherCall[] {
	const lines = readTail(join(folder, RAN), MAX_TAIL).split('\n');
	return lines.flatMap((line) => {
		const [from, until, where, owns] = (parseJson(line) ?? []) as unknown[];
		const isSpan = [from, until].every((one) => typeof one === 'string' && /^\d+$/.test(one));
		if (!isSpan || where !== root) return [];
		const span = { from: BigInt(String(from)), until: BigInt(String(until)) };
		return [{ ...span, tells: false, isTask: false, owns: Array.isArray(owns) ? owns : [] }];
	});
}

/** Files of git that move with HEAD, with the stash, and with what it is in the middle of. */
const OPERATIONS = [
	...['HEAD', 'logs/HEAD', 'ORIG_HEAD', 'MERGE_HEAD', 'AUTO_MERGE', 'SQUASH_MSG'],
	...['CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REBASE_HEAD', 'rebase-merge', 'rebase-apply'],
	...['BISECT_LOG', 'BISECT_START'],
];

/** Another text whenever git has moved HEAD or the stash, or has begun, continued or ended an operation. */
export function operationAt({ gitDir = '', stateDir }: Place): string {
	const files = OPERATIONS.map((name) => join(gitDir, name));
	const all = [...files, join(stateDir, '../logs/refs/stash')];
	return all
		.map((file) => ifThere(() => lstatSync(file, { bigint: true }).ctimeNs) ?? '')
		.join(' ');
}
