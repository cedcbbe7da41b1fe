import { type Problem, problemText } from '../config/config.ts';
import { clientLack } from '../doctor/version.ts';
import type { FaultLine } from '../fault/fault.ts';
import { oneLine, typedForm } from '../text/one-line.ts';

/** What somebody should know beyond the requirements themselves. */
export interface NoticeFacts {
	readonly problems: readonly Problem[];
	readonly switchedOff: readonly string[];
	/** Other live sessions of the same repository and branch. */
	readonly rivals: readonly { readonly key: string; readonly cwd: string }[];
	readonly faults: readonly FaultLine[];
	/** The state was written by a newer build. */
	readonly isNewer: boolean;
	/** Another program wrote the state: what to say of it. */
	readonly untrusted: string | undefined;
	readonly writable: boolean;
	/** Version of the client, as far as it says so. */
	readonly clientVersion: string | undefined;
	/** Requirements that hang on a size git could not tell. */
	readonly unmeasured: readonly string[];
	/** Extensions of others that could do something to the gates, a sentence each. */
	readonly extensions: readonly string[];
}

/** One sentence each, the gravest first (D7, D34). */
export function noticesOf(facts: NoticeFacts): string[] {
	return [
		...(facts.untrusted === undefined ? [] : [typedForm(facts.untrusted)]),
		...(facts.isNewer
			? ['the requirement state was written by a newer req; gates only warn until req is updated']
			: []),
		...(facts.writable ? [] : ['the requirement state cannot be written here; gates only warn']),
		...clientNotices(facts.clientVersion),
		...facts.extensions,
		...facts.unmeasured.map(
			(name) => `${name}: the size of this branch could not be measured, so it holds nothing`,
		),
		...facts.problems.map(problemText),
		...facts.switchedOff.map(oneLine),
		...facts.rivals.map(
			({ key, cwd }) => `session ${key} is at work on the same branch, in ${oneLine(cwd)}`,
		),
		...faultNotices(facts.faults),
	];
}

function clientNotices(version: string | undefined): string[] {
	const need = version === undefined ? undefined : clientLack(version);
	if (need === undefined) return [];
	return [`Claude Code is ${version}; ${need.part} need ${need.version} (req doctor)`];
}

/** What went wrong, in at most one sentence. */
export function faultNotices(faults: readonly FaultLine[]): string[] {
	const last = faults.at(-1);
	if (last === undefined) return [];
	const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
	const hint = last.hint === undefined ? '' : ` (${oneLine(last.hint)})`;
	return [
		`${count} since the last session start, the latest at ${oneLine(last.at)}: ${oneLine(last.message)}${hint}`,
	];
}
