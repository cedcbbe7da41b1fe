import type { Ports } from '../app/ports.ts';
import type { StartSource } from '../config/settings.ts';
import { noticeLines } from '../core/inject/status-text.ts';
import { note, readJournal } from '../journal/journal.ts';
import { processFields } from '../state/registry.ts';
import { type Compiled, compileCompaction, compileResume, compileStart } from './compile.ts';
import { askedInheritance, inheritAtStart } from './inherit.ts';
import { type Link, linkOf } from './links.ts';
import { isFirstTold, type Told } from './restoration.ts';
import { recordRestoration } from './session-events.ts';
import { readSession, recentSessions } from './sessions.ts';
import type { Start } from './start.ts';
import type { Viewpoint } from './take.ts';

export interface StartText {
	/** For the model. */
	readonly text: string;
	/** For the user: what became of an inheritance that he asked for, a sentence each. Mostly nothing. */
	readonly notices: readonly string[];
}

/**
 * What the gates say, followed by what the session inherits on somebody's word, else by what earlier sessions pass on
 * by themselves (D18, D19, D24). A start is told once, and everything that was told is kept (D12).
 */
export async function startText(start: Start, ports: Ports): Promise<StartText> {
	const { place, config, session, registry, source } = start;
	const { continuity } = config;
	const records = start.earlier ?? recentSessions(place, continuity.retentionDays, ports);
	const cleared = readSession(place, start.cleared, ports);
	const isNew = source !== 'resume' && source !== 'compact';
	const link = isNew ? linkOf({ place, session, cleared }, records, ports) : undefined;
	const voice = voiceOf(start, link, ports);
	const asked = askedInheritance({ start, cleared, records, ports });
	const viewpoint = { place, continuity, session, own: [], registry, records };
	const inherited =
		asked && (await inheritAtStart({ start, viewpoint, asked, claim: voice.claim }, ports));
	if (inherited?.text !== undefined) return { ...inherited, text: inherited.text };
	const notices = inherited?.notices ?? [];
	const gates = [start.gates, ...noticeLines(notices)].join('\n');
	const told = await compile({ ...start, gates }, viewpoint, ports);
	if (told === undefined || told.injection.text === gates) {
		await voice.silently();
		return { text: gates, notices };
	}
	if (!(await voice.claim())) return { text: gates, notices };
	const { restoration, injection } = told;
	await recordRestoration({ place, session, restoration, mode: 'auto' }, ports);
	return { text: injection.text, notices };
}

/** By source (D19); `undefined` where only the gates speak. */
async function compile(
	{ source, gates, config }: Start,
	viewpoint: Viewpoint,
	ports: Ports,
): Promise<Compiled | undefined> {
	const isWanted = config.continuity.injectOn.includes(source as StartSource);
	if (!isWanted) return source === 'resume' ? compileResume(viewpoint, gates, ports) : undefined;
	return source === 'compact'
		? compileCompaction(viewpoint, gates, ports)
		: compileStart(viewpoint, gates, ports);
}

/** Whether this hook speaks at its start, written with how the session follows others. */
function voiceOf(start: Start, link: Link | undefined, ports: Ports) {
	const { place, session, source, prompt } = start;
	const links = link === undefined ? [] : [link];
	let claimed: Promise<boolean> | undefined;
	const speaks = async () => {
		const { pid, pid_started: started } = processFields(ports);
		const told: Told = {
			...{ e: 'told', source, client: `${pid} ${started ?? ''}`.trim(), by: ports.host.pid },
			...(prompt === undefined ? {} : { p: prompt }),
		};
		await note(place, session, { entries: [...links, told], ports });
		return isFirstTold(readJournal(place, session.uuid), session.uuid, told);
	};
	return {
		/** False where another hook of the same start came first. */
		claim: (): Promise<boolean> => {
			claimed ??= speaks();
			return claimed;
		},
		/** There is nothing to tell. */
		silently: async (): Promise<void> => {
			if (claimed === undefined) await note(place, session, { entries: links, ports });
		},
	};
}
