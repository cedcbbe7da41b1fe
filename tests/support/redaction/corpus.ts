import { type Draw, drawFor } from './draw.ts';
import { INNOCENT } from './innocent.ts';
import { HELD_OUT_INNOCENT } from './innocent-held-out.ts';
import { ARMOUR, HELD_OUT_SAYINGS, KEY_FRONTS, REVIEWED_SAYINGS, SAYINGS } from './sayings.ts';
import { SPOKEN_CODES, SPOKEN_INNOCENT } from './spoken-codes.ts';
import { type Sightings, written } from './unseen.ts';
import { UNSEEN_INNOCENT } from './unseen-innocent.ts';
import { UNSEEN_PLACES } from './unseen-places.ts';
import { UNSEEN_TRACES } from './unseen-traces.ts';

/** A text with the part of it that must not be stored. */
export interface Planted {
	readonly text: string;
	readonly secret: string;
	readonly provider: string;
}

interface Corpus {
	readonly secrets: readonly Planted[];
	readonly innocent: readonly string[];
}

/** What the rules were tuned by. */
export function tunedCorpus(): Corpus {
	return {
		secrets: [...SAYINGS.map(said), ...REVIEWED_SAYINGS.map(said), ...privateKeys(), ...keysWithoutFrame()],
		innocent: [...INNOCENT, ...drawnInnocent('tuned', 10)],
	};
}

/** What the rules were not tuned by: other words, other draws. */
export function heldOutCorpus(): Corpus {
	return {
		secrets: HELD_OUT_SAYINGS.map(said),
		innocent: [...HELD_OUT_INNOCENT, ...drawnInnocent('held out', 5)],
	};
}

/**
 * What was written before anyone looked at the rules. The rules were then improved by the misses of one half, every
 * other text; the other half says what they are worth.
 */
export function unseenCorpus(half: 'looked at' | 'not looked at'): Corpus {
	return {
		secrets: [...everyOther(UNSEEN_PLACES, half).map(sighted), ...everyOther(UNSEEN_TRACES, half).map(sighted)],
		innocent: everyOther(UNSEEN_INNOCENT, half).map(({ text }) => written(text)),
	};
}

/** Codes, pairs and numbers that people say. */
export function spokenCorpus(): Corpus {
	return { secrets: sightingsIn(SPOKEN_CODES).map(sighted), innocent: SPOKEN_INNOCENT };
}

function everyOther(sightings: Sightings, half: 'looked at' | 'not looked at') {
	const rest = half === 'looked at' ? 0 : 1;
	return sightingsIn(sightings).filter((_, index) => index % 2 === rest);
}

function sightingsIn(sightings: Sightings) {
	return Object.entries(sightings).flatMap(([place, texts]) => texts.map((text) => ({ place, text })));
}

function sighted({ place, text }: { readonly place: string; readonly text: string }): Planted {
	const marked = written(text);
	const [, secret = ''] = /\{\{([\s\S]+?)\}\}(?!\})/.exec(marked) ?? [];
	return { provider: place, secret, text: marked.replace(`{{${secret}}}`, () => secret) };
}

function said(marked: string): Planted {
	const [, secret = ''] = /\{\{(.+?)\}\}(?!\})/.exec(marked) ?? [];
	return { provider: 'by its name', secret, text: marked.replace(`{{${secret}}}`, secret) };
}

function privateKeys(): Planted[] {
	return ARMOUR.flatMap(([front, back], index) => {
		const draw = drawFor(`key ${index}`);
		const lines = Array.from({ length: 6 }, () => draw.base64(64));
		const key = [`${front}PRIVATE KEY${back}`].map((name) => `-----BEGIN ${name}-----`)[0] ?? '';
		const end = key.replace('BEGIN', 'END');
		const secret = lines.join('\n');
		const texts = [
			`cat > id <<EOF\n${key}\n${secret}\n${end}\nEOF`,
			`it begins with ${key}\n${secret.slice(0, 200)}`,
			`{"private_key":"${key}\\n${lines.join('\\n')}\\n${end}\\n","type":"service_account"}`,
			`  key: |\n    ${key}\n    ${lines.join('\n    ')}\n    ${end}\n  port: 22`,
		];
		return texts.map((text) => ({ provider: 'private key', secret, text }));
	});
}

function keysWithoutFrame(): Planted[] {
	return KEY_FRONTS.map((front) => {
		const draw = drawFor(front);
		const secret = [draw.base64(64 - front.length), draw.base64(64), draw.base64(64)].join('\n');
		return { provider: 'private key', secret, text: `the key:\n${front}${secret}\nand so on` };
	});
}

/** Hashes, ids, digests and pictures as machines print them. */
function drawnInnocent(name: string, times: number): string[] {
	const kinds: ((draw: Draw) => string)[] = [
		(d) => `commit ${d.hex(40)}`,
		(d) => `[feature/x ${d.hex(7)}] Keep the token in memory`,
		(d) => `session ${d.uuid()} has ended`,
		(d) => `"integrity": "sha512-${d.base64(86)}=="`,
		(d) => `image: acme/shop@sha256:${d.hex(64)}`,
		(d) => `data:image/png;base64,iVBORw0KGgo${d.base64(160)}`,
		(d) => `GET /assets/index-${d.word(8)}.js 304 - 0.${d.digits(3)} ms`,
		(d) => `trace_id=${d.hex(32)} span_id=${d.hex(16)}`,
		(d) => `/tmp/req-${d.word(6)}/repo/.git/objects/${d.hex(2)}/${d.hex(38)}`,
		(d) => `requirements[${d.digits(1)}].id = "${d.uuid()}"`,
	];
	return kinds.flatMap((kind, index) =>
		Array.from({ length: times }, (_, turn) => kind(drawFor(`${name} ${index} ${turn}`))),
	);
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** The pieces of a secret, eight characters each, that a text still holds, invisible characters aside. */
export function piecesLeft({ secret: hidden }: Planted, text: string): readonly string[] {
	const [secret, seen] = [hidden.replace(INVISIBLE, ''), text.replace(INVISIBLE, '')];
	const size = Math.min(8, secret.length);
	const pieces = Array.from({ length: secret.length - size + 1 }, (_, at) => secret.slice(at, at + size));
	return pieces.filter((piece) => seen.includes(piece));
}
