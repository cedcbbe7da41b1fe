import type { Caller } from '../app/commands/caller.ts';
import type { Ports } from '../app/ports.ts';
import type { InsightKind } from '../core/journal/values.ts';
import { onBranchText } from '../core/place/branch-text.ts';
import {
	isBlockerId,
	type KnownInsight,
	type SupposedBlocker,
} from '../core/session-record/insights.ts';
import { oneLine, quoted } from '../core/text/one-line.ts';
import { deskPorts } from '../runtime/desk-ports.ts';
import { columns } from './columns.ts';
import {
	type Answer,
	type Command,
	callerAt,
	command,
	EXIT,
	JSON_CHANGED,
	JSON_SHOWN,
	SESSION,
	TABLE_OPTIONS,
} from './command.ts';
import {
	aSentence,
	forget,
	type InsightFilter,
	type Insights,
	importInsights,
	insightList,
	judgeBlocker,
	keep,
	score,
} from './insights.ts';
import { elsewhereText, type Layout, layoutOf, redactedNotes } from './layout.ts';

const KINDS = ['learning', 'pattern', 'warning', 'decision'] as const;

/** `req learn`: what sessions learnt, for those after them. */
export const learn: Command = {
	about:
		'Keeps what a session learnt for the sessions after it. `req learn "…"` alone keeps a learning.',
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
				'Lists what sessions of this branch, or one session, learnt, newest first. So does `req learn` without a text.',
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
				'Lists the decisions and blockers that prompts only suggested and nobody has confirmed yet.',
			options: { '--all': 'of every branch', ...SESSION, ...TABLE_OPTIONS },
			examples: ['req learn review', 'req learn confirm i3f2a1b0c'],
			run: async (given, ports) => listing(given, 'candidates', ports),
		}),
		import: command({
			about:
				'Keeps what a JSON file holds as learnings, patterns, warnings and decisions, each a list of texts.',
			words: { '<file>': 'such as status.json' },
			options: { ...SESSION, ...JSON_SHOWN },
			examples: ['req learn import status.json'],
			run: async ({ file, session: reference }, ports) => {
				const request = { caller: callerAt(ports, reference), file };
				const imported = await importInsights(request, deskPorts(ports));
				const { session, kept, known, leftOut, redacted } = imported;
				return {
					text: `${kept} kept in session ${session.key}, ${known} known already`,
					changed: { session: session.key, kept, known, left_out: leftOut, redacted },
					warnings: [
						...(redacted === 0 ? [] : [`a secret was taken out of ${redacted}`]),
						...(leftOut === 0 ? [] : [`${leftOut} left out: empty, too long, or too many`]),
					],
					exit: leftOut === 0 ? EXIT.done : EXIT.warned,
				};
			},
		}),
		confirm: judging(
			'confirm',
			'Says that something learnt is right: it counts for more.',
			async (id, caller, ports) => scored({ caller, reference: id, verdict: 'confirmed' }, ports),
		),
		dispute: judging(
			'dispute',
			'Says that something learnt is doubtful: it counts for half, and below `decay.floor` it is not passed on.',
			async (id, caller, ports) => scored({ caller, reference: id, verdict: 'disputed' }, ports),
		),
		forget: judging(
			'forget',
			'Takes something learnt away from every session of this repository. Its words still count among the topics.',
			forgotten,
		),
	},
};

/** `req learn KIND TEXT`, and `req learn TEXT` */
function keeping(
	kind: InsightKind,
	example: string,
	reason: { readonly '--why <text>'?: string },
): Command {
	return command({
		about: `Keeps a ${kind}.`,
		words: { '<text...>': 'at most 1,000 characters' },
		options: { ...SESSION, ...JSON_CHANGED, ...reason },
		examples: [example],
		run: async ({ text: words, why, session: reference }, ports) => {
			const said = words.join(' ');
			const text = kind === 'learning' ? aSentence(said) : said;
			const caller = callerAt(ports, reference);
			const { id, session, already, redacted } = await keep({ caller, kind, text, why }, ports);
			return {
				text: `${already ? `known already: ${kind}` : kind} ${id} in session ${session.key}`,
				changed: { session: session.key, id, kind, already },
				warnings: redactedNotes(redacted),
			};
		},
	});
}

interface Listing {
	readonly kind?: InsightKind;
	readonly all?: true;
	readonly session?: string;
	readonly wide?: true;
}

async function listing(
	{ kind, all, session, wide }: Listing,
	which: 'candidates' | 'certain',
	ports: Ports,
): Promise<Answer> {
	const filter = { caller: callerAt(ports, session), kind, all: all === true, which };
	const found = await insightList(filter, ports);
	return {
		text: () => insightListText(found, filter, layoutOf({ wide }, ports)),
		json: () => [...found.insights.map(insightJson), ...found.blockers.map(blockerJson)],
	};
}

function judging(
	name: string,
	about: string,
	judge: (id: string, caller: Caller, ports: Ports) => Promise<Answer>,
): Command {
	return command({
		about,
		words: { '<id>': 'id or unique prefix' },
		options: { ...SESSION, ...JSON_CHANGED },
		examples: [`req learn ${name} i3f2a1b0c`],
		run: async ({ id, session }, ports) => judge(id, callerAt(ports, session), ports),
	});
}

async function scored(request: Parameters<typeof score>[0], ports: Ports): Promise<Answer> {
	const { verdict, reference } = request;
	if (isBlockerId(reference)) {
		const blocker = await judgeBlocker(request, ports);
		const text = `${verdict} ${blocker.id}: ${quoted(blocker.text)}`;
		return { text, changed: judgedJson({ ...blocker, kind: 'blocker' }) };
	}
	const { insight, confidence, isPassedOn } = await score(request, ports);
	const change = `${verdict} ${insight.id}: ${insight.confidence} → ${confidence}`;
	return {
		text: isPassedOn ? change : `${change}, not passed on any more`,
		changed: judgedJson({ ...insight, confidence, isPassedOn }),
	};
}

async function forgotten(id: string, caller: Caller, ports: Ports): Promise<Answer> {
	const request = { caller, reference: id };
	if (isBlockerId(id)) {
		const blocker = await judgeBlocker({ ...request, verdict: 'forgotten' }, ports);
		const text = `forgotten: ${blocker.id}, ${quoted(blocker.text)}`;
		return { text, changed: judgedJson({ ...blocker, kind: 'blocker' }) };
	}
	const { insight } = await forget(request, ports);
	const text = `forgotten: ${insight.id}, ${quoted(insight.text)}; its words still count among the topics`;
	return { text, changed: judgedJson({ ...insight, confidence: null }) };
}
/** What was judged, for scripts; what is forgotten is worth nothing, and a blocker has no worth. */
function judgedJson(
	judged: Pick<SupposedBlocker, 'id' | 'text'> & {
		readonly kind: InsightKind | 'blocker';
		readonly confidence?: number | null;
		readonly isPassedOn?: boolean;
	},
): object {
	const { id, kind, text, confidence, isPassedOn } = judged;
	return { id, kind, text, confidence: confidence ?? null, passed_on: isPassedOn ?? null };
}

const HEAD = ['ID', 'KIND', 'CONFIDENCE', 'AGE', 'SESSION', 'TEXT'];

/** What was learnt, one line each, newest first. */
export function insightListText(
	{ branch, insights, blockers, elsewhere }: Insights,
	{ all, which, caller }: InsightFilter,
	{ width, when }: Layout,
): string {
	if (insights.length + blockers.length === 0) {
		const here = caller.session === undefined ? onBranchText(branch) : 'in this session';
		const where = all ? 'in this repository' : here;
		const nothing = which === 'candidates' ? 'nothing waits for review' : 'nothing was learnt';
		return `${nothing} ${where}${elsewhereText(elsewhere)}`;
	}
	const rows = insights.map(({ insight, records }) => [
		oneLine(insight.id),
		insight.kind,
		String(insight.confidence),
		when(insight.created_at),
		oneLine(records[0]?.name ?? records[0]?.key ?? '-'),
		oneLine(insight.why === undefined ? insight.text : `${insight.text} — ${insight.why}`),
	]);
	const inTheWay = blockers.map(({ id, type, text, at, records }) => [
		...[oneLine(id), 'blocker', '-', when(at)],
		oneLine(records[0]?.name ?? records[0]?.key ?? '-'),
		oneLine(`${type}: ${text}`),
	]);
	return columns([HEAD, ...rows, ...inTheWay], width).join('\n');
}

function blockerJson({ id, type, text, at, records }: SupposedBlocker): object {
	return {
		...{ id, kind: 'blocker', type, text },
		...{ why: null, confidence: null, source: 'prompt' },
		session: records[0]?.key ?? null,
		created_at: at,
	};
}

function insightJson({ insight, records }: KnownInsight): object {
	return {
		id: insight.id,
		kind: insight.kind,
		text: insight.text,
		why: insight.why ?? null,
		confidence: insight.confidence,
		source: insight.source,
		session: records[0]?.key ?? null,
		created_at: insight.created_at,
	};
}
