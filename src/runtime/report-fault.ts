import { writeSync } from 'node:fs';
import type { Ports } from '../app/ports.ts';
import { Fault, type FaultLine } from '../core/fault/fault.ts';

/**
 * Writes down what went wrong, where the next session start and `req status` find it. Outside a
 * configured project nothing is written (D34). Never throws: there is nobody left to catch.
 */
export async function reportFault(
	error: unknown,
	{ cwd, ports }: { readonly cwd: string; readonly ports: Ports },
): Promise<void> {
	try {
		const place = ports.places.at(cwd);
		const { kind } = await ports.config.load(place);
		if (kind === 'some') await ports.faults.append(place, faultLine(error, ports.now()));
	} catch (second) {
		writeSync(2, `req: ${messageOf(error)} (and ${messageOf(second)})\n`);
	}
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

function messageOf(error: unknown): string {
	return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}

/** The innermost frame: enough for a bug report, without the user's paths of the whole stack. */
function whereOf(error: unknown): string {
	const stack = error instanceof Error ? (error.stack ?? '') : '';
	return (/at (?:async )?([\w.<>]+) /.exec(stack)?.[1] ?? 'hook').slice(0, 100);
}
