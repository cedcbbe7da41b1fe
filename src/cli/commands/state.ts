import { trustStates } from '../../app/commands/trust-states.ts';
import { type ForeignState, foreignHolds } from '../../core/branch-state/trust.ts';
import { counted } from '../../core/text/counted.ts';
import { named, oneLine } from '../../core/text/one-line.ts';
import { type Answer, type Changing, changed, type Desk } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';

/** `req state trust`: accepts states that something other than req wrote. */
export async function stateTrust(
	options: Changing & { readonly dryRun?: true },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const isDry = options.dryRun === true;
	const { accepted, left } = await trustStates({ caller: caller(undefined), isDry }, ports);
	const value = { accepted: accepted.map(asJson), left: left.map(asJson) };
	if (isDry) return changed(options, listed(left, 'would accept'), value);
	const warnings = left.map(
		({ branch }) =>
			`the state of ${named(branch)} changed meanwhile, or is in use: look at it again`,
	);
	const done = changed(options, listed(accepted, 'accepted'), value, warnings);
	return left.length === 0 ? done : { ...done, exit: EXIT.warned };
}

function listed(states: readonly ForeignState[], did: string): string {
	if (states.length === 0) return 'req wrote every state of this project';
	const lines = states.map(
		(state) =>
			`- ${named(state.branch)}: changed at ${oneLine(state.since)}, ${foreignHolds(state)}`,
	);
	return [`${did} ${counted(states.length, 'state')} as it is:`, ...lines].join('\n');
}

function asJson({ branch, path, since, satisfied, paused }: ForeignState): object {
	return { branch, path, since, satisfied, paused };
}
