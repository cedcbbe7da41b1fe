import { documentText, sealedStateKind } from '../../src/adapters/seal.ts';
import { placeIn } from './place-in.ts';

/** A state's text as req writes it, for what a test puts in the place of work that req did earlier. */
export function sealedStateText(stateDir: string, configDir: string, state: object): string {
	const place = placeIn(stateDir, 'main');
	return documentText(state, [], sealedStateKind(place, { now: Date.now(), configDir }));
}
