import { parseSessionId } from '../core/session/session-id.ts';
import type { Configs, Ports } from './ports.ts';

/**
 * The ports of a session: if git has taken a config file away for the time of an operation, or a file cannot be read, the
 * config that the session saw last applies.
 *
 * @param session as the event names it
 */
export function withLastConfig(session: unknown, ports: Ports): Ports {
	const { load, compile, underway } = ports.config;
	const orLast =
		(read: Configs['load']): Configs['load'] =>
		async (place) => {
			const found = await read(place);
			const isBroken = found.kind === 'some' && found.problems.some(({ key }) => key === '');
			if (!isBroken && underway(place) === undefined) return found;
			const id = parseSessionId(session, ports.sha256)?.uuid;
			const seen = id === undefined ? [] : (await ports.seenConfigs()).read(id);
			return seen.find(({ root }) => root === place.root)?.found ?? found;
		};
	return { ...ports, config: { ...ports.config, load: orLast(load), compile: orLast(compile) } };
}
