import type { SeenConfig } from '../config/config-change.ts';
import { parseSessionId } from '../core/session/session-id.ts';
import type { Place } from '../git/place.ts';
import type { Configs, Ports } from './ports.ts';

/** The config that applies while git is in the middle of an operation. */
interface LastConfig {
	/** Such as `the bisect`. */
	readonly underway: string;
	readonly seen: SeenConfig;
}

/**
 * The config that the session saw last, or else any session, where git has taken the project's own file away for the time
 * of an operation; `undefined` where it has not, or the project had none.
 *
 * @param session its full id
 */
export async function lastConfig(
	place: Place,
	session: string | undefined,
	{ config, seenConfigs }: Pick<Ports, 'config' | 'seenConfigs'>,
): Promise<LastConfig | undefined> {
	const underway = await config.underway(place);
	if (underway === undefined) return undefined;
	const own = session === undefined ? [] : seenConfigs.read(session);
	const seen = own.find(({ root }) => root === place.root) ?? seenConfigs.newest(place.root);
	return seen !== undefined && config.hadOwnFile(place, seen.files)
		? { underway, seen }
		: undefined;
}

/**
 * The ports of a session: if git has taken a config file away for the time of an operation, or a file cannot be read, the
 * config that was seen last applies.
 *
 * @param session as the event names it
 */
export function withLastConfig(session: unknown, ports: Ports): Ports {
	const { load, compile } = ports.config;
	const orLast =
		(read: Configs['load']): Configs['load'] =>
		async (place) => {
			const found = await read(place);
			const id = parseSessionId(session, ports.sha256)?.uuid;
			const isBroken = found.kind === 'some' && found.problems.some(({ key }) => key === '');
			if (!isBroken) return (await lastConfig(place, id, ports))?.seen.found ?? found;
			const seen = id === undefined ? [] : ports.seenConfigs.read(id);
			return seen.find(({ root }) => root === place.root)?.found ?? found;
		};
	return { ...ports, config: { ...ports.config, load: orLast(load), compile: orLast(compile) } };
}
