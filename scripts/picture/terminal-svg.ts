import type { Row } from './terminal-rows.ts';

const WIDTH = 840;
const LINE = 18;
const TOP = 62;
const MARGIN = 20;
const FONT = 13;
/** Width of a character, as most fonts have it. */
const CHARACTER = FONT * 0.6;
const COLOUR = {
	...{ window: '#161b22', frame: '#30363d', bar: '#21262d' },
	...{ plain: '#e6edf3', dim: '#999999', refused: '#ff6b80', done: '#4eba65' },
	...{ prompt: '#373737', removed: '#3d0100', added: '#022800' },
} as const;

/** Seconds until the next block appears, and for which the whole picture stays at the end. */
const PAUSE = 1.2;
const END = 4;

interface Picture {
	/** For those who do not see it. */
	readonly title: string;
	readonly description: string;
	/** Its blocks appear one after the other, unless the reader prefers less motion. */
	readonly isAnimated: boolean;
}

/** Rows as a terminal window in SVG: no font, script or style from elsewhere. */
export function terminalSvg(rows: readonly Row[], { title, description, isAnimated }: Picture): string {
	const drawn = rows.map((row, index) => rowSvg(row, TOP + index * LINE + gapsBefore(rows, index)));
	const lines = isAnimated ? animated(drawn, rows) : drawn;
	const height = TOP + rows.length * LINE + gapsBefore(rows, rows.length) + 4;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">${escaped(title)}</title>
<desc id="description">${escaped(description)}</desc>
<rect x=".5" y=".5" width="${WIDTH - 1}" height="${height - 1}" rx="10" fill="${COLOUR.window}" stroke="${COLOUR.frame}"/>
<path d="M1 36V10.5a9.5 9.5 0 0 1 9.5-9.5H${WIDTH - 10.5}a9.5 9.5 0 0 1 9.5 9.5V36z" fill="${COLOUR.bar}"/>
<g fill="#6e7681"><circle cx="22" cy="18" r="6"/><circle cx="42" cy="18" r="6"/><circle cx="62" cy="18" r="6"/></g>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="${FONT}" fill="${COLOUR.plain}" xml:space="preserve">
<text x="${WIDTH / 2}" y="23" text-anchor="middle" fill="${COLOUR.dim}">claude — feature/login</text>
${lines.join('\n')}
</g>
</svg>
`;
}

/** Each block as a group that appears in its turn, below the style that says when. */
function animated(drawn: readonly string[], rows: readonly Row[]): readonly string[] {
	const blocks: string[][] = [];
	for (const [index, line] of drawn.entries()) {
		if (rows[index]?.isFirst === true || blocks.length === 0) blocks.push([]);
		blocks.at(-1)?.push(line);
	}
	const seconds = blocks.length * PAUSE + END;
	const rules = blocks.map((_, index) => {
		const start = Math.round((index * PAUSE * 1000) / seconds) / 10;
		return `.b${index}{animation:b${index} ${seconds}s step-end infinite}@keyframes b${index}{0%{opacity:0}${start}%{opacity:1}}`;
	});
	// The first block is there from the start.
	const style = `<style>@media (prefers-reduced-motion:no-preference){${rules.slice(1).join('')}}</style>`;
	return [style, ...blocks.map((block, index) => `<g class="b${index}">${block.join('\n')}</g>`)];
}

/** Room above what follows an empty line in the client. */
function gapsBefore(rows: readonly Row[], index: number): number {
	return rows.slice(1, index + 1).filter(({ isFirst }) => isFirst).length * 8;
}

/** The lead stands by itself, because fonts draw its signs in other widths than letters. */
function rowSvg({ lead, leadLook, text, look, ground }: Row, y: number): string {
	const indent = lead.length - lead.trimStart().length;
	const bar =
		ground === undefined
			? ''
			: `<rect x="${MARGIN - 4}" y="${y - 13}" width="${WIDTH - 2 * MARGIN + 8}" height="${LINE}" fill="${COLOUR[ground]}"/>`;
	const sign = signSvg(lead.trim(), { x: columnX(indent), y, colour: COLOUR[leadLook] });
	return `${bar}${sign}<text x="${columnX(lead.length)}" y="${y}" fill="${COLOUR[look]}">${escaped(text)}</text>`;
}

interface Spot {
	readonly x: number;
	readonly y: number;
	readonly colour: string;
}

/** The client's corner is in few fonts, so it is drawn. */
function signSvg(sign: string, { x, y, colour }: Spot): string {
	if (sign === '') return '';
	if (sign === '⎿') return `<path d="M${x + 2} ${y - 11}v10h6" fill="none" stroke="${colour}"/>`;
	return `<text x="${x}" y="${y}" fill="${colour}">${sign}</text>`;
}

function columnX(column: number): number {
	return Math.round(MARGIN + column * CHARACTER);
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
