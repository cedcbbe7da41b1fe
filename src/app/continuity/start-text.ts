import { noticeLines } from '../../core/inject/status-text.ts';
import type { Ports } from '../ports.ts';
import { type AskedInheritance, askedInheritance } from './asked-inheritance.ts';
import { speaks } from './claiming.ts';
import { linkOf, UNLINKED } from './linking.ts';
import { type Restoring, restoredText } from './restoring.ts';
import type { Start } from './start.ts';

/** What a start tells. */
export interface StartText {
	/** For the model. */
	readonly text: string;
	/** For the user: what became of an inheritance that he asked for, a sentence each. Mostly nothing. */
	readonly notices: readonly string[];
}

/**
 * What the gates say, followed by what the session inherits on somebody's word, else by what earlier sessions pass on
 * by themselves (D18, D24).
 */
export async function startText(start: Start, ports: Ports): Promise<StartText> {
	const { place, config, session, registry } = start;
	const { continuity } = config;
	const summaries =
		start.earlier ?? (await ports.records.summaries(place, continuity.retentionDays));
	const looking = { place, continuity, session, own: [], registry, summaries };
	const { link, cleared } = isNew(start) ? await linkOf(start, summaries, ports) : UNLINKED;
	const links = link === undefined ? [] : [link];
	const claim = () => speaks(start, links, ports);
	const restoring = { start, looking, links, claim };
	const asked = askedInheritance({ start, cleared, summaries, host: ports.host });
	if (asked !== undefined) return inheritedText(asked, restoring, ports);
	return { text: await restoredText(restoring, ports), notices: [] };
}

/** A session that was not there before follows others. */
function isNew({ source }: Start): boolean {
	return source !== 'resume' && source !== 'compact';
}

async function inheritedText(
	asked: AskedInheritance,
	restoring: Restoring,
	ports: Ports,
): Promise<StartText> {
	const { inheritAtStart } = await import('./inheriting-at-start.ts');
	const inherited = await inheritAtStart({ ...restoring, asked }, ports);
	const { gates } = restoring.start;
	switch (inherited.kind) {
		case 'told':
			return { text: inherited.text, notices: inherited.warnings };
		case 'silent':
			return { text: gates, notices: [] };
		case 'nothing': {
			const { notices } = inherited;
			const start = { ...restoring.start, gates: [gates, ...noticeLines(notices)].join('\n') };
			const again = inherited.isClaimed ? { links: [], claim: async () => true } : {};
			return { text: await restoredText({ ...restoring, start, ...again }, ports), notices };
		}
		default:
			return inherited satisfies never;
	}
}
