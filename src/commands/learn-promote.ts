import { onlyInATerminal } from '../app/commands/caller.ts';
import { rememberingProject } from '../app/commands/memory-of.ts';
import { everyRecord } from '../app/continuity/records.ts';
import type { AllPorts } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { pathsIn } from '../core/lesson/identifiers.ts';
import { type Lesson, learnedLesson, lessonsOf } from '../core/lesson/lesson.ts';
import { holdsPromoted, withoutPromoted, withPromoted } from '../core/lesson/promoted.ts';
import { absolutePath, isInside, type Place } from '../core/place/place.ts';
import { holdsSecret } from '../core/redact/redact.ts';
import { isCandidate, SHORTEST_INSIGHT, supersededBy } from '../core/session-record/insights.ts';
import type { Insight, SessionRecord } from '../core/session-record/schema.ts';
import { unifiedDiff } from '../core/setup/text-diff.ts';
import { flat, oneLine } from '../core/text/one-line.ts';
import { allPorts } from '../runtime/all-ports.ts';
import { agreedTo } from './ask.ts';
import { callerAt, command, EXIT, JSON_CHANGED } from './command.ts';
import { insightNamed } from './insight-verdict.ts';

/** Files of a folder that the client reads by itself. Beside a `CLAUDE.md` it reads no `AGENTS.md`. */
const READ_BY_CLIENT = ['CLAUDE.md', '.claude/CLAUDE.md', 'AGENTS.md'];

/** `req learn promote ID`: a lesson becomes a line of a file that everybody's agent reads. */
export const promote = command({
	about:
		'Moves something learned to the file that every session reads: the CLAUDE.md or AGENTS.md nearest to the files it names. Shows the change and asks. What stands there is not told again. Only you can run it.',
	words: { '<id>': 'id or unique prefix' },
	options: {
		'--to <file>': 'another Markdown file of this repository',
		'--undo': 'takes the line away again',
		'--yes': 'does not ask',
		'--dry-run': 'shows the change, writes nothing',
		...JSON_CHANGED,
	},
	examples: [
		'req learn promote i3f2a1b0c',
		'req learn promote i3f2a1b0c --to docs/agents.md',
		'req learn promote i3f2a1b0c --undo',
	],
	run: async ({ id, to, undo = false, yes = false, dryRun = false, json = false }, live) => {
		const ports = allPorts(live);
		const caller = callerAt(ports, undefined);
		const what = commandOf(id, to, undo);
		await onlyInATerminal(caller, what, ports);
		const { place } = await rememberingProject(caller, ports);
		const records = await everyRecord(place, ports);
		const change = (undo ? takenAway : added)(id, { to, place, records }, ports);
		const diff = unifiedDiff(change);
		const said = { id: change.id, file: change.path, undone: undo };
		const file = oneLine(change.path);
		const unwritten = { ...said, written: false };
		if (diff === '') return { text: `${file} has it already`, changed: unwritten };
		if (dryRun) return { text: diff, changed: { ...unwritten, diff } };
		const question = { title: what, list: diff, question: 'Write this?', usual: true };
		const unasked = {
			what: `${file} would be changed`,
			hint: `\`${what} --dry-run\` shows the change, \`${what} --yes\` writes it`,
		};
		if (!yes && !(await agreedTo(question, { json, ...unasked })))
			return { text: 'nothing was written', exit: EXIT.no };
		const path = absolutePath(change.path, place.root);
		ports.setupFiles.apply([{ ...change, path, isPrivate: false }]);
		const again = `${change.id} is in ${file} now; \`${commandOf(change.id, to, true)}\` takes it away`;
		return {
			text: undo
				? `${change.id} is no longer in ${file}`
				: `${again}${await unreadText(change, place, ports)}`,
			changed: { ...said, written: true },
		};
	},
});

/** The command as it was given, for whoever runs it again. */
function commandOf(id: string, to: string | undefined, isUndo: boolean): string {
	const file = to === undefined ? [] : ['--to', shellWord(oneLine(to))];
	const undo = isUndo ? ['--undo'] : [];
	return ['req learn promote', id, ...file, ...undo].join(' ');
}

function shellWord(word: string): string {
	return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

interface Change {
	readonly id: string;
	/** From the root. */
	readonly path: string;
	readonly before: string | undefined;
	readonly after: string | undefined;
}

/** That what was written is not in front of every session, where that is so. */
async function unreadText({ id, path }: Change, place: Place, ports: AllPorts): Promise<string> {
	const isRead = async (file?: string) =>
		(await ports.clientMemory(place, { file })).some((text) => holdsPromoted(text, id));
	if (await isRead()) return '';
	return (await isRead(path))
		? '. The client reads it only with files of its folder, so prompts still bring the lesson'
		: '. The client does not read it by itself, so the lesson is still told';
}

interface Where {
	/** As the user wrote it. */
	readonly to: string | undefined;
	readonly place: Place;
	readonly records: readonly SessionRecord[];
}

/** @throws Fault `unknown_name`, `refused`, `usage` */
function added(reference: string, { to, place, records }: Where, ports: AllPorts): Change {
	const { insight } = insightNamed(reference, records);
	const { id, text, why } = insight;
	const lesson = records.flatMap(lessonsOf).find((one) => one.id.endsWith(`/${id}`));
	if (lesson === undefined) throw untold(insight);
	if ([text, why ?? ''].some(holdsSecret))
		throw new Fault('refused', `${id} holds a secret`, { hint: `req learn forget ${id}` });
	const path = to === undefined ? fileFor(fileOf(lesson), place, ports) : named(to, place, ports);
	const before = textOf(path, place, ports);
	const said = flat(why === undefined ? text : `${text} (${why})`);
	return { id, path, before, after: withPromoted(before, { id, said }) };
}

/** Why nobody is told of it, and so it stands in no file. */
function untold(insight: Insight): Fault {
	const { id } = insight;
	const newer = supersededBy(insight);
	if (newer !== undefined)
		return new Fault('refused', `${newer} took the place of ${id}`, {
			hint: `req learn promote ${newer}`,
		});
	const state = isCandidate(insight) ? 'is only supposed' : 'was disputed';
	return new Fault('refused', `${id} ${state}`, {
		hint: `if it is right: req learn confirm ${id}`,
	});
}

/** @throws Fault `unknown_name`, `usage` */
function takenAway(reference: string, { to, place, records }: Where, ports: AllPorts): Change {
	const wanted = reference.trim().toLowerCase();
	// Disputed ones too: what is wrong has to go.
	const lesson = records
		.flatMap((record) => record.insights.map((one) => learnedLesson(one, record)))
		.find((one) => one.id.includes(`/${wanted}`));
	const paths =
		to === undefined
			? filesAbove(lesson && fileOf(lesson), place, ports)
			: [named(to, place, ports)];
	for (const path of paths) {
		const before = textOf(path, place, ports) ?? '';
		const ids = [...before.matchAll(/<!-- req: (i[0-9a-f]{8}) -->/g)].map(([, id = '']) => id);
		const id =
			wanted.length < SHORTEST_INSIGHT ? undefined : ids.find((one) => one.startsWith(wanted));
		if (id === undefined) continue;
		const after = withoutPromoted(before, id);
		return { id, path, before, after: after.trim() === '' ? undefined : after };
	}
	throw new Fault('unknown_name', `no file that the client reads holds "${oneLine(reference)}"`, {
		hint: 'name the file with --to FILE',
	});
}

/** The first file that the lesson names, which its session need not have edited. */
function fileOf({ files, text, why }: Lesson): string | undefined {
	return files[0] ?? pathsIn(`${text}\n${why ?? ''}`)[0];
}

/**
 * The nearest file above what the lesson names; `CLAUDE.md` of the root is made where there is none.
 *
 * @throws Fault `refused` where that one is a link out of the repository
 */
function fileFor(named: string | undefined, place: Place, ports: AllPorts): string {
	const isThere = (path: string) => ports.setupFiles.read(`${place.root}/${path}`).kind === 'text';
	const found =
		filesAbove(named, place, ports).find(isThere) ??
		realFile(`${place.root}/CLAUDE.md`, place, ports);
	if (found !== undefined) return found;
	throw new Fault('refused', 'CLAUDE.md is a link that leads out of this repository', {
		hint: 'name another file with --to FILE',
	});
}

/** Where a Markdown file of the repository lies, links followed, from the root; `undefined` for any other file. */
function realFile(path: string, { root }: Place, { places }: AllPorts): string | undefined {
	const real = places.realPath(path);
	if (!isInside(real, root) || !/\.md$/i.test(real) || real.includes('/.git/')) return undefined;
	return real.slice(root.length + 1);
}

/** Files of the client's in the folders above a path, the nearest first. */
function filesAbove(path: string | undefined, place: Place, ports: AllPorts): readonly string[] {
	return foldersAbove(path)
		.flatMap((folder) => READ_BY_CLIENT.map((name) => `${place.root}/${folder}${name}`))
		.flatMap((one) => realFile(one, place, ports) ?? []);
}

/** `src/auth/`, `src/` and the root of `src/auth/login.ts`. */
function foldersAbove(path: string | undefined): readonly string[] {
	const parts = (path ?? '').split('/').slice(0, -1);
	return ['', ...parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`)].toReversed();
}

/** @throws Fault `usage` for a file that no client reads as text, or outside the project */
function named(to: string, place: Place, ports: AllPorts): string {
	const path = realFile(absolutePath(to, process.cwd()), place, ports);
	if (path === undefined)
		throw new Fault('usage', `${oneLine(to)} is no Markdown file of this repository`, {
			hint: 'such as --to docs/agents.md',
		});
	return path;
}

/** @throws Fault `refused` for what is no plain text */
function textOf(path: string, { root }: Place, { setupFiles }: AllPorts): string | undefined {
	const read = setupFiles.read(`${root}/${path}`);
	if (read.kind === 'refused')
		throw new Fault('refused', `${oneLine(path)}: ${read.why}`, {
			hint: 'name another file with --to FILE',
		});
	return read.kind === 'text' ? read.text : undefined;
}
