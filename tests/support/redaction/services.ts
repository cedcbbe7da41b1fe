import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Draw, drawFor } from './draw.ts';

/** One kind of credential as token-formats.md has it. */
export interface Service {
	readonly service: string;
	readonly credential: string;
	readonly formats: readonly string[];
	/** Where the service describes it. */
	readonly address: string;
}

const PAGE = join(import.meta.dirname, 'token-formats.md');
const ROW = /^\| ([^|]+) \| ([^|]+) \| (`.+`) \| <(https:[^>]+)> \| (?:\d{4}-\d\d-\d\d (?:no form )?)?\|$/;

/** The rows of the page, and what stands in a table but is no such row. */
export function servicesOnPage(): {
	readonly services: readonly Service[];
	readonly odd: readonly string[];
} {
	const lines = readFileSync(PAGE, 'utf8')
		.split('\n')
		.filter((line) => line.startsWith('| ') && !line.startsWith('| Service |'));
	const services = lines.flatMap((line) => {
		const [, service = '', credential = '', formats = '', address = ''] = ROW.exec(line) ?? [];
		if (service === '') return [];
		return [{ service, credential, address, formats: formats.slice(1, -1).split('`, `') }];
	});
	return { services, odd: lines.filter((line) => !ROW.test(line)) };
}

/**
 * The rules were tuned by the services of one half; the other half says what they are worth. Only the name decides
 * which half a service is in.
 */
export function isHeldOut({ service }: Service): boolean {
	return [...service].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7) % 2 === 1;
}

/** The variable people keep it in. */
export function variableOf({ service, credential }: Service): string {
	return `${service}_${credential}`.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase();
}

/** Whether the form alone tells what it is: it has text of its own, three characters or more. */
export function isMarked(format: string): boolean {
	if (/^uuid$/.test(format)) return false;
	return piecesOf(format).some((piece) => typeof piece === 'string' && /\w{3}|[.$]\w|\w[.$]/.test(piece));
}

/** A credential of that format, the same one for the same name. */
export function sampleOf(format: string, name: string): string {
	const draw = drawFor(`${format} ${name}`);
	return piecesOf(format)
		.map((piece) => (typeof piece === 'string' ? piece : drawn(piece, draw)))
		.join('');
}

/** The text that every credential of the format begins with. */
export function frontOf(format: string): string {
	const [front] = piecesOf(format);
	return typeof front === 'string' ? front : '';
}

interface Class {
	readonly alphabet: string;
	readonly length: number;
}

/** Literal text, and classes with their lengths. */
function piecesOf(format: string): readonly (string | Class)[] {
	return [...format.matchAll(/uuid|\[((?:\\.|[^\]])+)\](?:\{(\d+)\})?|((?:\\.|(?!uuid)[^[\\])+)/g)].flatMap(
		([whole, written, length, literal]) => {
			if (whole === 'uuid') return uuid();
			if (literal !== undefined) return [literal.replace(/\\(.)/g, '$1')];
			return [{ alphabet: alphabetOf(written ?? ''), length: Number(length ?? 1) }];
		},
	);
}

function uuid(): readonly (string | Class)[] {
	return [8, 4, 4, 4, 12].flatMap((length, index) => [
		...(index === 0 ? [] : ['-']),
		{ alphabet: '0123456789abcdef', length },
	]);
}

function alphabetOf(written: string): string {
	return [...written.replace('\\w', 'A-Za-z0-9_').matchAll(/(.)-(.)|(.)/g)]
		.map(([, from, to, single]) => {
			if (from === undefined || to === undefined) return single;
			const first = from.charCodeAt(0);
			return String.fromCharCode(...Array.from({ length: to.charCodeAt(0) - first + 1 }, (_, at) => first + at));
		})
		.join('');
}

function drawn({ alphabet, length }: Class, draw: Draw): string {
	return Array.from({ length }, () => {
		const at = Number.parseInt(draw.hex(4), 16);
		return alphabet[at % alphabet.length];
	}).join('');
}
