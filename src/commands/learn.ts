import { keptText, redactedNotes } from '../app/commands/kept-text.ts';
import { closestWord } from '../config/closest-word.ts';
import type { NotedInsight } from '../core/capture/noted-insights.ts';
import { Fault } from '../core/fault/fault.ts';
import type { InsightKind } from '../core/journal/enums.ts';
import {
	CERTAIN,
	insightId,
	SHORTEST_INSIGHT,
	tagsTogether,
	tagsWithin,
} from '../core/session-record/insights.ts';
import { oneLine, quoted } from '../core/text/one-line.ts';
import { type Command, callerAt, command, SESSION, TABLE_OPTIONS } from './command.ts';
import {
	COMMANDS,
	type InsightVerdict,
	judged,
	type Superseding,
	superseding,
} from './insight-verdict.ts';

import { imports, MOST_INSIGHTS, TEXT, WHY } from './learn-import.ts';
import { listing } from './learn-list.ts';
import { keptWhere, notedMemory, noterOf, type OwnMemory } from './working-memory.ts';

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
		'Keeps what a session learned for the sessions after it: `req learn "…"` keeps a learning. In a terminal without an active session it is kept for the next session of the branch.',
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
		confirm: judging('confirmed', 'Says that something learned is right: it counts for more.'),
		dispute: judging(
			'disputed',
			'Says that something learned is doubtful: it counts for half, and nobody is told it until it is confirmed again.',
		),
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
): Command & Required<Pick<Command, 'run'>> {
	return command({
		about: `Keeps a ${kind}.`,
		words: { '[text...]': 'at most 1,000 characters' },
		options: {
			...SESSION,
			...reason,
			'--tags <words>':
				'words that it does not have and somebody may ask with: the task, the symptom, other names; separated by commas, added to those of before',
			'--supersedes <ids>': {
				about: 'takes the place of one learned before, which is not told any more; repeatable',
				isRepeatable: true,
			},
		},
		examples: [example],
		run: async ({ text: words, why, tags, supersedes = [], session: reference }, ports) => {
			const said = words.join(' ');
			if (kind === 'learning') refuseNoSentence(words);
			const { text, redacted } = keptText(said, TEXT);
			const more = keptBeside(why, tags);
			const memory = await notedMemory(reference, ports);
			const olds = new Set(supersedes.flatMap((ids) => ids.split(',')).map((id) => id.trim()));
			olds.delete('');
			// All of them are known before any is replaced.
			const replaced: Superseding[] = [];
			for (const one of olds) replaced.push(await superseding(one, memory.caller, ports));
			const olderTags = replaced.flatMap((one) => one.tags);
			const kept = await keep({ kind, text, ...more.kept, olderTags }, memory);
			const { id, already, tags: all } = kept;
			const superseded: string[] = [];
			for (const one of replaced) superseded.push(await one.replace(id));
			const where = keptWhere(memory);
			const instead = superseded.length === 0 ? '' : `, in place of ${superseded.join(', ')}`;
			const isTagged = tags !== undefined || olderTags.length > 0;
			const found = !isTagged ? '' : `; found by ${all.map(oneLine).join(', ')}`;
			return {
				text: `${already ? `known already: ${kind}` : kind} ${id} ${where}${instead}${found}`,
				warnings: redactedNotes([...redacted, ...more.redacted]),
			};
		},
	});
}

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
		const what = `${count} insights are kept ${keptWhere(memory)}, ${MOST_INSIGHTS} at most`;
		throw new Fault('refused', what, {
			hint: 'take one away with `req learn forget ID`: req learn list',
		});
	}
	const reason = why ?? had?.why;
	const given = tags === undefined ? had?.tags : tagsTogether(had?.tags, tags);
	if (given !== undefined && given.join(', ').length > MAX_TAGS)
		throw new Fault('refused', `${id} would have more than ${MAX_TAGS} characters of tags`, {
			hint: `forget it and say it again with fewer: req learn forget ${id}`,
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
		options: SESSION,
		examples: [`req learn ${COMMANDS[verdict]} i3f2a1b0c`],
		run: async ({ id, session }, ports) => {
			const caller = callerAt(ports, session);
			return judged({ reference: id, verdict, caller }, ports);
		},
	});
}
