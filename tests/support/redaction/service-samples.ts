import { ASSIGNMENTS, type Assignment, CARRIED } from './assignments.ts';
import type { Planted } from './corpus.ts';
import { frontOf, isHeldOut, isMarked, type Service, sampleOf, servicesOnPage, variableOf } from './services.ts';
import { ALONE, ALONE_IN_LINES } from './surroundings.ts';

/** A sample and where it stands. */
export interface Sample extends Planted {
	readonly place: string;
}

const PLACES: readonly (readonly [string, Assignment])[] = [...Object.entries(ASSIGNMENTS), ...Object.entries(CARRIED)];
const PLACES_OF_EACH = 6;
const PLACES_ALONE = [...ALONE, ...ALONE_IN_LINES];
/** Beside which an innocent value stands as often: they are found by their form or not at all. */
const IDS = /\bID$/;

/** Samples of every format of one half of the services, each in some of the places that suit it. */
export function serviceSamples(half: 'tuned' | 'held out'): readonly Sample[] {
	return servicesOnPage()
		.services.filter((service) => isHeldOut(service) === (half === 'held out'))
		.flatMap((service, index) =>
			service.formats.flatMap((format, turn) => samplesOf(service, format, index * 7 + turn * 3)),
		);
}

function samplesOf(service: Service, format: string, start: number): readonly Sample[] {
	const provider = `${service.service} ${service.credential}`;
	const isByName = !IDS.test(service.credential);
	const named = Array.from({ length: PLACES_OF_EACH }, (_, turn): Sample[] => {
		const [place, write] = PLACES[(start * 5 + turn * 29) % PLACES.length] ?? [];
		if (place === undefined || write === undefined) return [];
		// People also call everything a token: `snykToken`.
		const called = turn % 3 === 2 ? `${service.service.replace(/[^A-Za-z0-9]+/g, '')}_TOKEN` : variableOf(service);
		const secret = sampleOf(format, `${provider} ${turn}`);
		return [
			{
				provider,
				place,
				secret: hidden(secret, format),
				text: write(called.toUpperCase(), secret),
			},
		];
	});
	const alone = [0, 1].map((turn): Sample => {
		const at = (start + turn * 3) % PLACES_ALONE.length;
		const secret = sampleOf(format, `${provider} alone ${turn}`);
		return {
			provider,
			place: `alone ${at}`,
			secret: hidden(secret, format),
			text: PLACES_ALONE[at]?.('', secret) ?? secret,
		};
	});
	return [...(isByName ? named.flat() : []), ...(isMarked(format) ? alone : [])];
}

/** Without what it begins with, which everybody knows. */
function hidden(secret: string, format: string): string {
	return secret.slice(frontOf(format).length);
}
