import type { Requirement } from '../config/config.ts';
import { Fault } from '../core/fault/fault.ts';
import { wayOutLines } from './gate-text.ts';
import { factOf } from './requirement-types.ts';
import { waysOut } from './status.ts';

/**
 * Why a requirement may not be satisfied by hand, or `undefined` where it may (D36). The ways out are told as a
 * refused call tells them.
 */
export function refusalByHand(requirement: Requirement, isModel: boolean): Fault | undefined {
	const message = reasonAgainst(requirement, isModel);
	if (message === undefined) return undefined;
	const isTheirs = !isModel && factOf(requirement) !== undefined;
	const ways = isTheirs
		? waysOut(requirement).map(({ text }) => text)
		: wayOutLines([{ requirement, reason: 'never_satisfied' }]);
	return new Fault('refused', message, {
		hint: ways.length === 0 ? 'nothing else satisfies it' : ways.join('\n'),
	});
}

function reasonAgainst(requirement: Requirement, isModel: boolean): string | undefined {
	const { name, manual } = requirement;
	if (factOf(requirement) !== undefined) return `${name} is never satisfied, it is approved`;
	if (manual === 'never') return `${name} is never satisfied by hand`;
	return manual === 'user' && isModel ? `only the user can satisfy ${name} by hand` : undefined;
}
