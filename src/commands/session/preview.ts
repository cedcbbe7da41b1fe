import { rememberingProject } from '../../app/commands/memory-of.ts';
import type { CommandPorts } from '../../app/ports.ts';
import { Fault, unreadFaults } from '../../core/fault/fault.ts';
import { noticeLines, statusText } from '../../core/inject/status-text.ts';
import { parseSessionId } from '../../core/session/session-id.ts';
import { named, oneLine } from '../../core/text/one-line.ts';
import { counted } from '../../core/text/phrases.ts';
import type { Project } from '../../events/projects.ts';
import { startStatus } from '../../events/session-start.ts';
import { readState } from '../../events/stored-state.ts';
import { onBranchText } from '../../git/place.ts';
import { type Candidate, sourcesOf } from '../../memory/choose-sources.ts';
import {
	type Compiled,
	compileGates,
	compileInherited,
	compileStart,
	type Inheritance,
} from '../../memory/compile.ts';
import type { Injection } from '../../memory/compile-injection.ts';
import {
	type AskedInheritance,
	askedInheritance,
	loadAsked,
	uninheritedText,
} from '../../memory/inherit.ts';
import { CHANNEL } from '../../memory/links.ts';
import { allSessions } from '../../memory/sessions.ts';
import type { Start } from '../../memory/start.ts';
import { type Viewpoint, viewpointNow } from '../../memory/take.ts';
import { waitingInherit } from '../../state/branch-state.ts';
import { callerAt, command, TABLE_OPTIONS } from '../command.ts';
import { type Cells, layoutOf, table } from '../layout.ts';

/** `req session preview`: told by the functions that tell a start. Writes nothing. */
export const preview = command({
	about:
		'Shows exactly what a session that started now on this branch would be told, which sessions it comes from, and why from those. Writes nothing.',
	options: { '--all': 'name everything that is left out', ...TABLE_OPTIONS },
	examples: ['req session preview', 'req session preview --json'],
	run: async ({ all = false, wide, json = false }, ports) => {
		const project = await rememberingProject(callerAt(ports, undefined), ports);
		const { place, config } = project;
		const { threshold, pinThreshold } = config.continuity.relevance;
		const nobody = { place, continuity: config.continuity, session: undefined };
		const looking = await viewpointNow(nobody, ports);
		const { injection, candidates, inherits, isWanted } = await told(project, looking, ports);
		const { text, chars, tokenCount, dropped } = injection;
		const size = `${counted(chars, 'character')}, about ${counted(tokenCount, 'token')}`;
		const { width } = layoutOf({ wide }, ports);
		const isSilent = inherits === undefined && sourcesOf(candidates).length === 0;
		const isAsked = isSilent && isWanted && !json;
		const unlisted = isAsked ? unlistedLines(looking, ports) : [];
		const sources = () => {
			if (inherits !== undefined)
				return [`It inherits from ${named(inherits.from_session)}: ${DOORS[inherits.door]}.`];
			if (!isWanted) return [UNWANTED];
			const lines = [...sessionLines(candidates, [threshold, pinThreshold], width), ...unlisted];
			return lines.length > 0 ? lines : ['No earlier session is recorded here.'];
		};
		return {
			text: () =>
				[
					text,
					'',
					'─'.repeat(RULE),
					`What a session that starts now ${onBranchText(place.branch)} is told: ${size}.`,
					...sources(),
					...(all ? dropped.map(dropText) : dropCounts(dropped)),
				].join('\n'),
			json: () => ({
				...injectionJson(injection),
				candidates: candidates.map(candidateJson),
				inherits: inherits ?? null,
			}),
		};
	},
});

const UNWANTED =
	'Nothing of earlier sessions: `continuity.inject_on` in the config does not name startup.';

/** The user's sessions that no start looks at any more: the archived ones, and those that are older than `retention_days` (D14). */
function unlistedLines({ place, records }: Viewpoint, ports: CommandPorts): string[] {
	const listed = new Set(records.map(({ uuid }) => uuid));
	const unlisted = allSessions(place, ports)
		.filter(({ user, channel }) => user === ports.host.user && channel === CHANNEL)
		.filter(({ uuid }) => !listed.has(uuid));
	if (unlisted.length === 0) return [];
	const what = `${counted(unlisted.length, 'older session')} any more (\`continuity.retention_days\`)`;
	return [
		`No start looks back at ${what}. \`req session list --all\` lists them, \`req session continue\` takes one.`,
	];
}

/** The id of a session that is not there yet. */
const NEXT = '00000000-0000-4000-8000-000000000000';

interface Previewed extends Compiled {
	readonly inherits:
		| { readonly from_session: string; readonly door: AskedInheritance['door'] }
		| undefined;
	/** `false`: the config keeps a start from telling of sessions that nobody asked for. */
	readonly isWanted: boolean;
}

/** What a session that started now would be told, and which session it would inherit from on somebody's word, by which door. */
async function told(project: Project, looking: Viewpoint, ports: CommandPorts): Promise<Previewed> {
	const session = parseSessionId(NEXT, ports.sha256);
	if (session === undefined) throw new Error('NEXT is no session id');
	const { place, config } = project;
	const { registry, records } = looking;
	const { state, obstacle } = await readState(place, ports);
	const faults = unreadFaults(await ports.faults.read(place));
	const found = { registry, state, obstacle, faults };
	const gates = statusText(await startStatus({ project, session }, found, ports.context));
	const start: Start = {
		...{ place, config, session, registry, gates, cleared: undefined },
		...{ source: 'startup', prompt: undefined, earlier: records, armed: waitingInherit(state) },
	};
	// Whoever asks may be a session of a pipeline; the next one is none.
	const host = { ...ports.host, inheritBundle: undefined };
	const starting = { start, cleared: undefined, records, ports: { ...ports, host } };
	const asked = askedInheritance(starting);
	if (asked === undefined) return uninherited(gates, looking, ports);
	let loading: Inheritance;
	try {
		loading = loadAsked(asked, start, ports);
	} catch (error) {
		if (!(error instanceof Fault)) throw error;
		const notices = noticeLines([uninheritedText(error)]);
		return uninherited([gates, ...notices].join('\n'), looking, ports);
	}
	const heir = { viewpoint: looking, isAsked: asked.required, gates };
	const written = await compileInherited(loading, heir, ports);
	const inherits = { from_session: loading.bundle.from_session, door: asked.door };
	return { ...written, inherits, isWanted: true };
}

async function uninherited(
	gates: string,
	looking: Viewpoint,
	ports: CommandPorts,
): Promise<Previewed> {
	const isWanted = looking.continuity.injectOn.includes('startup');
	const told = isWanted ? await compileStart(looking, gates, ports) : compileGates(looking, gates);
	return { ...told, inherits: undefined, isWanted };
}

/** The fixed keys of what is injected. */
function injectionJson({ text, chars, tokenCount, sources, dropped }: Injection) {
	return {
		text,
		chars,
		token_count: tokenCount,
		sources: sources.map(({ key, score }) => ({ key, score })),
		dropped: dropped.map(({ what, why }) => ({ what, why })),
	};
}

function candidateJson({ record, hours, relevance, refused, context, pins }: Candidate): object {
	const { key, uuid, name, branch, last_activity } = record;
	return {
		...{ key, uuid, name: name ?? null, branch, last_activity, hours },
		...relevance,
		...{ context, pins, refused: refused ?? null },
	};
}

const DOORS: Readonly<Record<AskedInheritance['door'], string>> = {
	command: '`req inherit` left that, `req inherit --cancel` takes it back',
	environment: 'REQ_INHERIT_FROM says so here',
	config: '`inherit` in the config says so for the first session of a branch',
	clear: 'the cleared session did',
	pipeline: 'its pipeline does',
};

type Dropped = Injection['dropped'][number];

function dropText({ what, why }: Dropped): string {
	return `left out: ${oneLine(what)} (${REASONS[why]})`;
}

/** One line for each kind of thing and reason; what stands alone is named. */
function dropCounts(dropped: readonly Dropped[]): string[] {
	const groups = new Map<string, Dropped[]>();
	for (const drop of dropped) {
		const kind = `${kindOf(drop)} ${drop.why}`;
		groups.set(kind, [...(groups.get(kind) ?? []), drop]);
	}
	const lines = [...groups.values()].flatMap((group) => {
		const [first] = group;
		if (first === undefined) return [];
		if (group.length === 1) return [dropText(first)];
		return [`left out: ${counted(group.length, kindOf(first))} (${REASONS[first.why]})`];
	});
	const hint = lines.length < dropped.length ? ['`req session preview --all` names each.'] : [];
	return [...lines, ...hint];
}

/** `pin` of `pin db`. */
function kindOf({ what }: Dropped): string {
	return oneLine(what.replace(/^an? /, '').split(' ')[0] ?? what);
}

const RULE = 60;

/** Sessions that are listed; the rest is counted. */
const MOST = 20;

/** Fewest digits by which scores and thresholds still compare as they do: 0.2496 is not shown as 0.25. */
function deciding(scores: readonly number[], thresholds: readonly number[]): number {
	const all = [...new Set([...scores, ...thresholds])];
	const differ = (count: number) =>
		new Set(all.map((one) => one.toFixed(count))).size === all.length;
	return [2, 3, 4, 5].find(differ) ?? 6;
}

function sessionLines(
	candidates: readonly Candidate[],
	thresholds: readonly number[],
	width: number,
): string[] {
	if (candidates.length === 0) return [];
	const rest = candidates.length - MOST;
	const shown = candidates.slice(0, MOST);
	const scores = shown.map(({ relevance }) => relevance.score);
	const digits = deciding(scores, thresholds);
	const more = `… and ${counted(rest, 'more session')}: \`req session preview --json\`.`;
	return [table(shown, cellsOf(digits), { width }), ...(rest > 0 ? [more] : [])];
}

function cellsOf(digits: number): Cells<Candidate> {
	return {
		SESSION: ({ record }) => oneLine(record.name ?? record.key),
		AGE: ({ hours }) =>
			hours < HOURS_A_DAY * 2
				? `${hours.toFixed(0)} h`
				: counted(Math.round(hours / HOURS_A_DAY), 'day'),
		SCORE: ({ relevance }) => relevance.score.toFixed(digits),
		RECENCY: ({ relevance }) => relevance.recency.toFixed(2),
		OVERLAP: ({ relevance }) => relevance.overlap.toFixed(2),
		TASKS: ({ relevance }) => relevance.tasks.toFixed(2),
		TAKEN: ({ context, pins }) => {
			const taken = [...(context ? ['context'] : []), ...(pins === 'none' ? [] : [`${pins} pins`])];
			return taken.length === 0 ? '-' : taken.join(', ');
		},
		WHY: ({ refused, relevance }) => {
			if (refused !== undefined) return REFUSALS[refused];
			return relevance.lifted ? 'a task is pending' : '';
		},
	};
}

const HOURS_A_DAY = 24;

const REFUSALS: Readonly<Record<Exclude<Candidate['refused'], undefined>, string>> = {
	self: 'the session itself',
	live: 'still running',
	other_user: 'of another user',
	other_channel: 'of a nested client',
	too_old: 'too old: `req session continue` takes it',
	no_work: 'nothing to pass on',
	below_threshold: 'below the threshold',
	outscored: 'others score higher',
	none_wanted: '`max_sessions` is 0',
};

const REASONS: Readonly<Record<Injection['dropped'][number]['why'], string>> = {
	faded: 'its confidence has faded',
	disputed: 'it was disputed',
	cap: 'there are enough of its kind',
	expired: 'its time is over',
	duplicate: 'said already',
	own_wins: 'the session has its own',
	room: 'no room',
	done: 'done since',
	unconfirmed: 'not confirmed: `req learn review`',
	read: 'the client reads it by itself',
};
