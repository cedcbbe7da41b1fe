import type { Caller } from '../app/commands/caller.ts';
import { keptText, redactedNotes } from '../app/commands/kept-text.ts';
import { lessonsAbout } from '../app/continuity/tell-lessons.ts';
import type { Ports } from '../app/ports.ts';
import type { NotedInsight } from '../core/capture/noted-insights.ts';
import { closestWord } from '../core/config/closest-word.ts';
import { Fault } from '../core/fault/fault.ts';
import type { InsightKind } from '../core/journal/enums.ts';
import { isAlike } from '../core/lesson/alike.ts';
import { LESSON_KINDS } from '../core/lesson/lesson.ts';
import {
	CERTAIN,
	insightId,
	SHORTEST_INSIGHT,
	tagsTogether,
	tagsWithin,
} from '../core/session-record/insights.ts';
import { oneLine, quoted } from '../core/text/one-line.ts';
import { terminal } from '../runtime/terminal.ts';
import {
	type Command,
	callerAt,
	command,
	EXIT,
	JSON_CHANGED,
	SESSION,
	TABLE_OPTIONS,
} from './command.ts';
import {
	COMMANDS,
	type InsightVerdict,
	judged,
	type Superseding,
	superseding,
	untagged,
} from './insight-verdict.ts';

import { imports, MOST_INSIGHTS, TEXT, WHY } from './learn-import.ts';
import { listing, looking, reviewing } from './learn-list.ts';
import { keptWhere, notedMemory, noterOf, type OwnMemory } from './working-memory.ts';

const KINDS = ['learning', 'pattern', 'warning', 'decision'] as const;

const TAGS = { what: 'what --tags holds', max: 200 };
/** All that a lesson has, with those that came later. */
const MAX_TAGS = 800;

/** `req learn`: what sessions learned, for those after them. */
export const learn: Command = {
	about:
		'Keeps what a session learned for the sessions after it. `req learn "…"` alone keeps a learning. In a terminal where no session is live it is kept for the next session of the branch.',
	examples: ['req learn "the tests need a database"', 'req learn list'],
	commands: {
		learning: keeping('learning', 'req learn learning "the tests need a database"', {}),
		pattern: keeping('pattern', 'req learn pattern "adapters import one outside thing"', {}),
		warning: keeping('warning', 'req learn warning "never run the seed script on staging"', {}),
		decision: keeping('decision', 'req learn decision "keep SQLite" --why "one writer is enough"', {
			'--why <text>': 'what speaks for it',
		}),
		list: command({
			about:
				'Lists what sessions of this branch, or one session, learned, newest first. So does `req learn` without a text.',
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
				'Lists what waits for a word of yours: decisions and blockers that prompts only suggested, what speaks of a file or a name of code that is gone, and what a newer one is much like.',
			options: {
				'--all': 'of every branch',
				'--ask': 'goes through them one by one, at a terminal',
				'--look': 'only looks which names of code are gone, as each session start does beside it',
				...SESSION,
				...TABLE_OPTIONS,
			},
			examples: [
				'req learn review --ask',
				'req learn confirm i3f2a1b0c',
				'req learn forget i3f2a1b0c',
			],
			run: async ({ ask = false, look = false, ...given }, ports) => {
				if (look) return looking(ports);
				return ask ? reviewing(given, ports) : listing(given, 'candidates', ports);
			},
		}),
		import: imports,
		confirm: judging('confirmed', 'Says that something learned is right: it counts for more.'),
		dispute: judging(
			'disputed',
			'Says that something learned is doubtful: it counts for half, and nobody is told it until it is confirmed again. What was tried in vain (`v…`) is not told any more.',
		),
		untag: command({
			about: 'Takes tags of something learned away: these words no longer find it.',
			words: { '<id>': 'id or unique prefix', '<tags...>': 'separated by commas' },
			options: { ...JSON_CHANGED },
			examples: ['req learn untag i3f2a1b0c "usb cable"'],
			run: async ({ id, tags }, ports) =>
				untagged(id, tags.join(' '), callerAt(ports, undefined), ports),
		}),
		forget: judging(
			'forgotten',
			'Takes something learned away from every session of this repository. Its words still count among the topics.',
		),
	},
};

/** `req learn KIND TEXT`, and `req learn TEXT`: kept for certain (D26). The same text twice is one. */
function keeping(
	kind: InsightKind,
	example: string,
	reason: { readonly '--why <text>'?: string },
): Command {
	return command({
		about: `Keeps a ${kind}.`,
		words: { '<text...>': 'at most 1,000 characters' },
		options: {
			...SESSION,
			...JSON_CHANGED,
			...reason,
			'--tags <words>':
				'words that it does not have and somebody may ask with: the task, the symptom, other names; separated by commas, added to those of before',
			'--supersedes <ids>': {
				about: 'takes the place of one learned before, which is not told any more; repeatable',
				isRepeatable: true,
			},
		},
		examples: [example],
		run: async (
			{ text: words, why, tags, supersedes = [], session: reference, json = false },
			ports,
		) => {
			const said = words.join(' ');
			if (kind === 'learning') refuseNoSentence(words);
			const { text, redacted } = keptText(said, TEXT);
			const more = keptBeside(why, tags);
			const memory = await notedMemory(reference, ports);
			const olds = new Set(supersedes.flatMap((ids) => ids.split(',')).map((id) => id.trim()));
			olds.delete('');
			const older = await olderOnes({ kind, text, supersedes: [...olds], json }, memory, ports);
			if (older === 'left') return { text: 'nothing was kept', exit: EXIT.no };
			const olderTags = older.replaced.flatMap((one) => one.tags);
			const kept = await keep({ kind, text, ...more.kept, olderTags }, memory);
			const { id, already, tags: all } = kept;
			const superseded = await older.replace(id);
			const where = keptWhere(memory);
			const like = older.alike.filter((one) => !superseded.includes(one.id)).slice(0, MOST_ALIKE);
			const instead = superseded.length === 0 ? '' : `, in place of ${superseded.join(', ')}`;
			const isTagged = tags !== undefined || olderTags.length > 0;
			const found = !isTagged ? '' : `; found by ${all.map(oneLine).join(', ')}`;
			return {
				text: `${already ? `known already: ${kind}` : kind} ${id} ${where.text}${instead}${found}`,
				changed: {
					...{ ...where.json, id, kind, already, supersedes: superseded[0] ?? null, superseded },
					...{ tags: all, alike: like.map((one) => one.id) },
				},
				warnings: [
					...redactedNotes([...redacted, ...more.redacted]),
					...like.map(
						(one) =>
							`much like ${one.id}, ${quoted(one.text)}: both are told. If yours takes its place, say it again with \`req learn ${kind} "…" --supersedes ${one.id}\``,
					),
				],
			};
		},
	});
}

/**
 * What was learned before that this takes the place of, or may; `replace` does it, for the id of the new one, and says which
 * they were. `left`: a person was asked, and went away.
 */
async function olderOnes(
	{ kind, text, supersedes, json }: Replacing & { readonly json: boolean },
	memory: OwnMemory,
	ports: Ports,
) {
	const { caller } = memory;
	// All of them are known before any is replaced.
	const replaced: Superseding[] = [];
	for (const one of supersedes) replaced.push(await superseding(one, caller, ports));
	const alike = await alikeTo({ kind, text, supersedes }, memory, ports);
	if (replaced.length === 0) {
		const agreed = await askedFor(alike[0], { ...caller, json }, ports);
		if (agreed === 'left') return agreed;
		if (agreed !== undefined) replaced.push(agreed);
	}
	const replace = async (by: string) => {
		const ids: string[] = [];
		for (const one of replaced) ids.push(await one.replace(by));
		return ids;
	};
	return { alike, replaced, replace };
}

interface Replacing extends Pick<NotedInsight, 'kind' | 'text'> {
	/** Ids of older ones, or their beginnings. */
	readonly supersedes: readonly string[];
}

/** What was learned before and this may take the place of; most that is learned is like nothing. */
async function alikeTo(
	{ kind, text, supersedes }: Replacing,
	home: OwnMemory,
	ports: Ports,
): Promise<readonly { readonly id: string; readonly text: string }[]> {
	const own = insightId(kind, text);
	const isOther = (id: string) => id !== own && !supersedes.some((one) => id.startsWith(one));
	const found = await lessonsAbout(text, { home, withMissed: true }, ports);
	return found
		.filter(({ lesson }) => LESSON_KINDS[lesson.kind].isInsight)
		.flatMap(({ sources }) => sources.map((one) => ({ ...one, id: one.id.split('/')[1] ?? '' })))
		.filter((one) => isOther(one.id) && isAlike(one.text, text));
}

/** Asks a person at a terminal whether theirs takes the place of the one it is much like; `left`: they would rather not say. */
async function askedFor(
	like: { readonly id: string; readonly text: string } | undefined,
	{ json, ...caller }: Caller & { readonly json: boolean },
	ports: Ports,
): Promise<Superseding | 'left' | undefined> {
	const isSilent = json || caller.isModel || !terminal().interactive;
	if (like === undefined || isSilent) return undefined;
	const { choiceOf } = await import('./init-dialogue.ts');
	const list = `${like.id} is much like it: ${quoted(like.text)}`;
	const question = 'Does yours take its place?';
	const isWanted = await choiceOf({ title: 'req learn', list, question, usual: false });
	if (isWanted === undefined) return 'left';
	return isWanted ? superseding(like.id, caller, ports) : undefined;
}

const MOST_ALIKE = 2;

/** @throws Fault `refused` where the session knows as much as its record can hold beside the rest (D28) */
async function keep(
	said: NotedInsight & {
		readonly tags: string[] | undefined;
		readonly olderTags: readonly string[];
	},
	{ record, caller, note, ...memory }: OwnMemory,
): Promise<{ readonly id: string; readonly already: boolean; readonly tags: readonly string[] }> {
	const { kind, text, why, tags, olderTags } = said;
	const id = insightId(kind, text);
	const had = record.insights.find((one) => one.id === id);
	const count = record.insights.length;
	if (had === undefined && count >= MOST_INSIGHTS) {
		const what = `${count} insights are kept ${keptWhere(memory).text}, ${MOST_INSIGHTS} at most`;
		throw new Fault('refused', what, {
			hint: 'take one away with `req learn forget ID`: req learn list',
		});
	}
	const reason = why ?? had?.why;
	const given = tags === undefined ? had?.tags : tagsTogether(had?.tags, tags);
	if (given !== undefined && given.join(', ').length > MAX_TAGS)
		throw new Fault('refused', `${id} would have more than ${MAX_TAGS} characters of tags`, {
			hint: `take some away: req learn untag ${id} "…"`,
		});
	const words = tagsWithin(MAX_TAGS, given, olderTags);
	const isSame = had?.why === reason && had?.tags?.join() === words?.join();
	const already = had?.confidence === CERTAIN && isSame;
	const entry = {
		...({ e: 'insight', id, kind, text, confidence: CERTAIN, source: noterOf(caller) } as const),
		...(reason === undefined ? {} : { why: reason }),
		...(words === undefined ? {} : { tags: [...words] }),
	};
	if (!already) await note(entry);
	return { id, already, tags: words ?? [] };
}

/** What is kept with a text: its reason, and its tags, such as `firmware update, cable`. */
function keptBeside(why: string | undefined, tags: string | undefined) {
	const because = why === undefined ? undefined : keptText(why, WHY);
	const words = tags === undefined ? undefined : keptText(tags, TAGS);
	if (words !== undefined && !/[^\s,]/.test(words.text))
		throw new Fault('usage', '--tags holds no word', { hint: 'such as --tags "login, session"' });
	return {
		kept: {
			why: because?.text,
			tags: words?.text.split(/\s*,\s*/).filter((tag) => tag !== ''),
		},
		redacted: [...(because?.redacted ?? []), ...(words?.redacted ?? [])],
	};
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
		first.length >= SHORTEST_INSIGHT && name.startsWith(first.toLowerCase());
	const meant = names.find(isBegun) ?? closestWord(first, names);
	if (meant !== undefined && meant !== first)
		throw new Fault('usage', `did you mean \`req learn ${meant}\`?`, { hint: AS_SENTENCE });
	throw new Fault('usage', `\`req learn\` has no command ${quoted(first)}`, { hint: AS_SENTENCE });
}

function judging(verdict: InsightVerdict, about: string): Command {
	return command({
		about,
		words: { '<id>': 'id or unique prefix' },
		options: { ...SESSION, ...JSON_CHANGED },
		examples: [`req learn ${COMMANDS[verdict]} i3f2a1b0c`],
		run: async ({ id, session }, ports) => {
			const caller = callerAt(ports, session);
			return judged({ reference: id, verdict, caller }, ports);
		},
	});
}
