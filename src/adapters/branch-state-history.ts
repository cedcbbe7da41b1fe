import type { BranchState } from '../core/branch-state/schema.ts';
import type { Seal } from '../core/document/document.ts';
import { readLog } from './log.ts';
import { statOf } from './read-regular.ts';
import { isOurLine } from './sealed-text.ts';

/** Whose history it is, and how its lines are sealed. */
interface Sealed {
	readonly seal: Seal<BranchState> | undefined;
	readonly owner: string;
}

/**
 * The lines of a history file, oldest first. A line that does not parse costs itself only, and one a
 * crash made its writer write again counts once. `foreign` says that another program wrote a line: it brings nothing back.
 *
 * @throws Fault `state_unreadable`
 */
export function readHistory(path: string, sealed?: Sealed): object[] {
	const texts = new Set(readLog(path).split('\n'));
	const lines = [...texts].flatMap(parseLine);
	if (sealed === undefined || lines.length === 0) return lines;
	const facts = { owner: sealed.owner, changedAt: statOf(path)?.ctimeMs ?? Infinity };
	return lines.map((line) =>
		isOurLine(line, sealed.seal, facts) ? line : { ...line, foreign: true },
	);
}

function parseLine(text: string): object[] {
	try {
		const json: unknown = JSON.parse(text);
		return typeof json === 'object' && json !== null ? [json] : [];
	} catch {
		return [];
	}
}
