import { Fault } from '../core/fault/fault.ts';

/** What is asked for, or `undefined` where asking ends in a fault. */
export function unlessFault<Value>(ask: () => Value): Value | undefined {
	try {
		return ask();
	} catch (error) {
		if (error instanceof Fault) return undefined;
		throw error;
	}
}
