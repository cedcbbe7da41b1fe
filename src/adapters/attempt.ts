import type { Attempted } from '../app/ports.ts';

/** Turns whatever work throws into a value. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Attempted<Value>> {
	try {
		return { kind: 'done', value: await work() };
	} catch (error) {
		return { kind: 'failed', error };
	}
}
