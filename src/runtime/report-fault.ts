import type { Ports } from '../app/ports.ts';
import { loadConfig } from '../config/load-config.ts';
import { Fault, type FaultLine } from '../core/fault/fault.ts';
import { redactFields } from '../core/redact/redact.ts';
import { placeAt } from '../git/find-place.ts';
import type { Place } from '../git/place.ts';
import { writeObstacle } from '../state/branch-files.ts';

interface Reported {
	readonly cwd: string;
	readonly ports: Ports;
	/** Claims the event; false if another process answers it. */
	readonly claim: () => boolean;
}

/**
 * Stores an error for the next session start and `req status`. Outside a configured project nothing is
 * stored (D34), and nothing if another process answers the event. Never throws: no caller is left to catch.
 *
 * @returns false if the fault should have been stored and could not be
 */
export async function reportFault(
	error: unknown,
	{ cwd, ports, claim }: Reported,
): Promise<boolean> {
	try {
		const place = await configuredPlace(cwd, ports);
		if (place === undefined || !claim()) return true;
		await ports.faults.append(place, redactFields(faultLine(error, ports.now()), ['message']));
		return writeObstacle(place.stateDir) === undefined;
	} catch (second) {
		ports.context.debug(`${messageOf(error)} (and ${messageOf(second)})`);
		return false;
	}
}

/** Where the hook stands, else where the session started: input nobody can read names no directory. */
async function configuredPlace(cwd: string, ports: Ports): Promise<Place | undefined> {
	for (const dir of [cwd, ports.host.projectDir ?? cwd]) {
		const place = placeAt(dir, ports.context);
		if ((await loadConfig(place, ports.context)).kind === 'some') return place;
	}
	return undefined;
}

function faultLine(error: unknown, now: number): FaultLine {
	const at = new Date(now).toISOString();
	if (!(error instanceof Fault)) {
		return { at, code: 'unexpected', where: whereOf(error), message: messageOf(error) };
	}
	const { code, message, hint } = error;
	const line = { at, code, where: whereOf(error.cause ?? error), message };
	return hint === undefined ? line : { ...line, hint };
}

/** What went wrong, in at most 500 characters. */
export function messageOf(error: unknown): string {
	return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}

/** The innermost frame: enough for a bug report, without the user's paths of the whole stack. */
function whereOf(error: unknown): string {
	const stack = error instanceof Error ? (error.stack ?? '') : '';
	return (/at (?:async )?([\w.<>]+) /.exec(stack)?.[1] ?? 'hook').slice(0, 100);
}
