import type { Planted } from './corpus.ts';
import { type Draw, drawFor } from './draw.ts';
import { FIFTH_SERVERS } from './fifth-set-servers.ts';
import { FIFTH_SERVICES } from './fifth-set-services.ts';

/**
 * Credentials as the documents of services and programs show them, of services that no other set has. Made on
 * 23 November 2026 from those documents by someone who had not seen the rules for redaction. A snippet keeps the document's
 * place and names; only the credential is drawn, by the documented format or that of the example.
 *
 * The columns of the table: the service, the document's address, the format, the snippet, in which `¤` is the credential
 * and `⏎` begins a line. `"` stands for what is above. In a format `<hex:32>` is drawn, the rest stands as it is; `guessed`
 * marks a format of which there was neither a description nor an example.
 */
export interface FifthSample extends Planted {
	readonly address: string;
	readonly isGuessed: boolean;
	/** Nothing stands beside the credential. */
	readonly isAlone: boolean;
}

/** What is drawn before it is encoded: it reads as something when it is decoded. */
const ENCODED: Readonly<Record<string, (draw: Draw, size: number) => string>> = {
	claims: (draw, size) => JSON.stringify({ sub: draw.uuid(), jti: draw.hex(size), exp: 1795430400 }),
	basic: (draw, size) => `${draw.word(16)}:${draw.word(size)}`,
	coded: (draw, size) => draw.hex(size),
};

export const fifthSet: readonly FifthSample[] = rows().map(sampleOf);

type Row = readonly [service: string, address: string, format: string, snippet: string];

function rows(): Row[] {
	let above: Row = ['', '', '', ''];
	return `${FIFTH_SERVICES.trim()}\n${FIFTH_SERVERS.trim()}`.split('\n').map((line) => {
		const [service = '', address = '', format = '', ...rest] = line.split(' | ');
		const or = (cell: string, column: 0 | 1 | 2) => (cell === '"' ? above[column] : cell);
		above = [or(service, 0), or(address, 1), or(format, 2), rest.join(' | ')];
		return above;
	});
}

function sampleOf([provider, address, told, snippet]: Row, index: number): FifthSample {
	const format = told.replace(/ guessed$/, '');
	const value = drawn(format, drawFor(`fifth ${provider} ${index}`));
	const front = format.slice(0, format.indexOf('<'));
	return {
		provider,
		address,
		secret: value.slice(front.length),
		text: snippet.replaceAll('⏎', '\n').replace('¤', () => value),
		isGuessed: told !== format,
		isAlone: snippet === '¤',
	};
}

function drawn(format: string, draw: Draw): string {
	return format.replace(/<(\w+)(?::(\d+))?>/g, (_, alphabet, length) => {
		const size = Number(length);
		const text = ENCODED[alphabet]?.(draw, size);
		if (text === undefined) return draw[alphabet as keyof Draw](size);
		return Buffer.from(text).toString(alphabet === 'claims' ? 'base64url' : 'base64');
	});
}
