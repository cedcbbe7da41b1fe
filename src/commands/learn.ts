import { redactedNotes, keptText as storableText } from '../app/commands/kept-text.ts';
import {
	isOwn,
	lineOf,
	type Noter,
	notedWhere,
	noterFor,
	type Saying,
	SHORTEST_ID,
	storeNotes,
	theOneNamed,
} from '../app/commands/noter.ts';
import type { CommandPorts } from '../app/ports.ts';
import { closestWord } from '../config/closest-word.ts';
import { Fault } from '../core/fault/fault.ts';
import { oneLine, quoted } from '../core/text/one-line.ts';
import {
	addTeamLesson,
	isInsight,
	type Note,
	type NoteLine,
	type Notes,
	type SaidLine,
} from '../memory/notes.ts';
import { CERTAIN, type InsightKind } from '../memory/record.ts';
import { obstacleFault } from '../store/obstacle.ts';
import { type Command, callerAt, command, SESSION, TABLE_OPTIONS } from './command.ts';
import { imports, MOST_INSIGHTS, TEXT, WHY } from './learn-import.ts';
import { listing } from './learn-list.ts';
import { INSIGHTS, judge, type VerdictName } from './learn-verdict.ts';

const KINDS = ['learning', 'pattern', 'warning', 'decision'] as const;

const TAGS = { what: 'what --tags holds', max: 200 };
/** All that a lesson has, with those that came later. */
const MAX_TAGS = 800;

const keepLearning = keeping('learning', 'req learn "the tests need a database"', {});

/** `req learn`: what sessions learned, for those after them; without a text the list. */
export const learn: Command = {
	...keepLearning,
	run: async (given: never, ports, line) =>
		line.words.length === 0
			? listing(given, 'certain', ports)
			: keepLearning.run(given, ports, line),
	about:
		'Keeps what a session learned for the sessions after it: `req learn "…"` keeps a learning. In a terminal without an active session it is kept for the next sessions of the branch.',
	examples: ['req learn "the tests need a database"', 'req learn list'],
	commands: {
		pattern: keeping('pattern', 'req learn pattern "adapters import one outside thing"', {}),
		warning: keeping('warning', 'req learn warning "never run the seed script on staging"', {}),
		decision: keeping('decision', 'req learn decision "keep SQLite" --why "one writer is enough"', {
			'--why <text>': 'what speaks for it',
		}),
		list: command({
			about: 'Lists what sessions of this branch, or one session, learned, newest first.',
			options: {
				'--kind <kind>': { about: 'only this kind', choices: KINDS },
				'--all': 'of every branch',
				...SESSION,
				...TABLE_OPTIONS,
			},
			examples: ['req learn list --kind warning', 'req learn list --all --json'],
			run: async (given, ports) => listing(given, 'certain', ports),
		}),
		review: command({
			about:
				'Lists decisions and blockers that prompts only suggested, and lessons of a file that is gone.',
			options: {
				'--all': 'of every branch',
				...SESSION,
				...TABLE_OPTIONS,
			},
			examples: ['req learn review', 'req learn confirm i3f2a1b0c', 'req learn forget i3f2a1b0c'],
			run: async (given, ports) => listing(given, 'candidates', ports),
		}),
		import: imports,
		confirm: judging('confirm', 'Says that something learned is right: it counts for more.'),
		dispute: judging(
			'dispute',
			'Says that something learned is doubtful: it counts for half, and nobody is told it until it is confirmed again.',
		),
		forget: judging(
			'forget',
			'Takes something learned away from every session of this repository. Its words still count among the topics.',
		),
	},
};

/** `req learn KIND TEXT`, and `req learn TEXT`: kept for certain (D26). The same text twice is one. */
function keeping(
	kind: InsightKind,
	example: string,
	reason: { readonly '--why <text>'?: string },
): Command & Required<Pick<Command, 'run'>> {
	return command({
		about: `Keeps a ${kind}.`,
		words: { '[text...]': 'at most 1,000 characters' },
		options: {
			...SESSION,
			...reason,
			'--team': 'also for the team: adds it to .claude/lessons.jsonl, which you commit',
			'--tags <words>':
				'words that it does not have and somebody may ask with: the task, the symptom, other names; separated by commas, added to those of before',
			'--supersedes <ids>': {
				about: 'takes the place of one learned before, which is not told any more; repeatable',
				isRepeatable: true,
			},
		},
		examples: [example],
		run: async (given, ports) => {
			if (kind === 'learning') refuseNoSentence(given.text);
			const { saying, redacted } = readSaying(kind, given);
			const noter = await noterFor(callerAt(ports, given.session), ports);
			const line = lineOf(saying, noter, ports);
			const olds = (given.supersedes ?? []).flatMap((ids) => ids.split(','));
			const kept = await keep(line, olds, { noter, ports });
			if (given.team) shareWithTeam(kept.line, noter, ports);
			const where = given.team ? 'in .claude/lessons.jsonl' : notedWhere(noter);
			const isTagged =
				given.tags !== undefined || kept.superseded.some(({ tags }) => tags.length > 0);
			const found = isTagged ? `; found by ${kept.tags.map(oneLine).join(', ')}` : '';
			return {
				text: `${keptText(kept)} ${where}${insteadText(kept)}${found}`,
				warnings: redactedNotes(redacted),
			};
		},
	});
}

/** What somebody typed, as it may be stored. @throws Fault `usage` */
function readSaying(
	kind: InsightKind,
	given: {
		readonly text: readonly string[];
		readonly why?: string | undefined;
		readonly tags?: string | undefined;
	},
): { readonly saying: Saying; readonly redacted: readonly string[] } {
	const said = storableText(given.text.join(' '), TEXT);
	const why = given.why === undefined ? undefined : storableText(given.why, WHY);
	const tags = given.tags === undefined ? undefined : storableText(given.tags, TAGS);
	if (tags !== undefined && !/[^\s,]/.test(tags.text))
		throw new Fault('usage', '--tags holds no word', { hint: 'such as --tags "login, session"' });
	const words = tags?.text.split(/\s*,\s*/).filter((tag) => tag !== '');
	const redacted = [said, why, tags].flatMap((one) => one?.redacted ?? []);
	return { saying: { kind, text: said.text, why: why?.text, tags: words }, redacted };
}

function keptText({ line: { id, kind }, already }: Kept): string {
	return `${already ? `known already: ${kind}` : kind} ${id}`;
}

function insteadText({ superseded }: Kept): string {
	return superseded.length === 0
		? ''
		: `, in place of ${superseded.map(({ id }) => id).join(', ')}`;
}

interface Kept {
	readonly line: SaidLine;
	readonly already: boolean;
	readonly tags: readonly string[];
	readonly superseded: readonly Note[];
}

/**
 * Keeps an insight, in place of others.
 *
 * @param olds ids, or beginnings of them
 * @throws Fault `refused` if the session knows as much as its record can hold beside the rest (D28), `unknown_name`, `usage`
 */
async function keep(
	said: SaidLine,
	olds: readonly string[],
	{ noter, ports }: { readonly noter: Noter; readonly ports: CommandPorts },
): Promise<Kept> {
	let kept: Kept = { line: said, already: false, tags: [], superseded: [] };
	const linesFor = ({ all }: Notes): NoteLine[] => {
		const { id, at, session } = said;
		const insights = all.filter(isInsight);
		const ids = new Set(olds.map((one) => one.trim()).filter((one) => one !== ''));
		const superseded = [...ids].map((one) => theOneNamed(one, insights, INSIGHTS));
		if (superseded.some((one) => one.id === id))
			throw new Fault('usage', `${id} cannot take its own place`, { hint: 'req learn list --all' });
		const had = insights.find((one) => one.id === id);
		if (had === undefined) refuseTooMany(insights, noter);
		const tags = tagsTogether(id, [had?.tags ?? [], said.tags ?? []], superseded);
		const line = { ...said, why: said.why ?? had?.why, tags: tags.length === 0 ? undefined : tags };
		kept = { line, already: isSame(had, line, noter), tags, superseded };
		const verdicts = superseded.map(({ id: old, confidence }): NoteLine => {
			return { at, op: 'supersede', id: old, old: confidence, confidence: 0, by: id, session };
		});
		return [...(kept.already ? [] : [line]), ...verdicts];
	};
	await storeNotes(noter, linesFor, ports);
	return kept;
}

/** Whether who says something has said just that before. */
function isSame(had: Note | undefined, { why, tags = [] }: SaidLine, noter: Noter): boolean {
	if (had === undefined || !isOwn(had, noter) || had.confidence !== CERTAIN) return false;
	return had.why === why && had.tags.join() === tags.join();
}

/** @throws Fault `refused` */
function refuseTooMany(insights: readonly Note[], noter: Noter): void {
	const count = insights.filter((one) => isOwn(one, noter)).length;
	if (count < MOST_INSIGHTS) return;
	const what = `${count} insights are kept ${notedWhere(noter)}, ${MOST_INSIGHTS} at most`;
	throw new Fault('refused', what, {
		hint: 'take one away with `req learn forget ID`: req learn list',
	});
}

/** @throws Fault `refused` if there are too many; of those of superseded insights as many are taken as find room */
function tagsTogether(
	id: string,
	lists: readonly (readonly string[])[],
	superseded: readonly Note[],
): string[] {
	const given = joinTags(lists.flat());
	if (given.join(', ').length > MAX_TAGS)
		throw new Fault('refused', `${id} would have more than ${MAX_TAGS} characters of tags`, {
			hint: `forget it and say it again with fewer: req learn forget ${id}`,
		});
	let tags = given;
	for (const tag of superseded.flatMap((one) => one.tags)) {
		const more = joinTags([...tags, tag]);
		if (more.join(', ').length <= MAX_TAGS) tags = more;
	}
	return tags;
}

/** @throws Fault with the code of the obstacle */
function shareWithTeam(line: SaidLine, { place }: Noter, ports: CommandPorts): void {
	const obstacle = addTeamLesson(place, line, ports.context);
	if (obstacle !== undefined) throw obstacleFault(obstacle);
}

/** All of these tags, each once however it is written, in their order. */
function joinTags(tags: readonly string[]): string[] {
	const known = new Map<string, string>();
	for (const tag of tags) {
		const lower = tag.toLowerCase();
		if (!known.has(lower)) known.set(lower, tag);
	}
	return [...known.values()];
}

const ID = /^i[0-9a-f]{3,8}$/i;

const AS_SENTENCE = 'a sentence stands in quotation marks: `req learn "the tests need a database"`';

/**
 * @param words as the shell hands them over: a sentence in quotation marks is one
 * @throws Fault `usage` for one word, and for one before an id or a sentence, which is meant for a subcommand
 */
function refuseNoSentence(words: readonly string[]): void {
	const [only = ''] = words;
	const [first = '', second = ''] = words.length === 1 ? only.trim().split(/\s+/) : words;
	// `decsion "keep SQLite"` and `tag i3f2a1b0c usb` are calls; `lint runs before the tests` is a sentence.
	const isText = words.length === 2 && /\s/.test(second.trim());
	const isCall = !/\s/.test(first) && (second === '' || ID.test(second) || isText);
	if (!isCall) return;
	const names = Object.keys(learn.commands ?? {});
	const isBegun = (name: string) =>
		first.length >= SHORTEST_ID && name.startsWith(first.toLowerCase());
	const meant = names.find(isBegun) ?? closestWord(first, names);
	if (meant !== undefined && meant !== first)
		throw new Fault('usage', `did you mean \`req learn ${meant}\`?`, { hint: AS_SENTENCE });
	throw new Fault('usage', `\`req learn\` has no command ${quoted(first)}`, { hint: AS_SENTENCE });
}

function judging(verdict: VerdictName, about: string): Command {
	return command({
		about,
		words: { '<id>': 'id or unique prefix' },
		options: SESSION,
		examples: [`req learn ${verdict} i3f2a1b0c`],
		run: async ({ id, session }, ports) => {
			return judge({ reference: id, verdict, caller: callerAt(ports, session) }, ports);
		},
	});
}
