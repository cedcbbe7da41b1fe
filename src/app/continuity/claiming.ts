import type { ActivityEntry } from '../../core/journal/activity.ts';
import { isFirstTold, type Told } from '../../core/restore/first-told.ts';
import { note } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import { processFields } from '../registering.ts';
import type { Start } from './start.ts';

/** Claims the start in the session's journal; false where another hook of the same start came first. */
export async function speaks(
	{ place, session, source, prompt }: Start,
	links: readonly ActivityEntry[],
	ports: Ports,
): Promise<boolean> {
	const { pid, pid_started: started } = processFields(ports);
	const told: Told = {
		...{ e: 'told', source, client: `${pid} ${started ?? ''}`.trim(), by: ports.host.pid },
		...(prompt === undefined ? {} : { p: prompt }),
	};
	await note(place, session, { entries: [...links, told], ports });
	return isFirstTold(await ports.journal.read(place, session.key), session.uuid, told);
}
