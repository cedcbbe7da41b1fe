import type { Row } from './terminal-rows.ts';

const WIDTH = 720;
const LINE = 20;
const TOP = 68;
const MARGIN = 24;
const FONT = 13;
const COLOUR = {
	...{ window: '#161b22', frame: '#30363d', bar: '#21262d', text: '#e6edf3', dim: '#8b949e' },
	...{ refused: '#ff7b72', done: '#3fb950', lit: '#79c0ff' },
} as const;

/** What a picture says to those who do not see it. */
interface Caption {
	readonly title: string;
	readonly description: string;
}

/** Rows as a terminal window in SVG: no font, script or style from elsewhere. */
export function terminalSvg(rows: readonly Row[], { title, description }: Caption): string {
	const height = TOP + rows.length * LINE + gapsBefore(rows, rows.length) + 4;
	const lines = rows.map((row, index) => rowSvg(row, TOP + index * LINE + gapsBefore(rows, index)));
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">${escaped(title)}</title>
<desc id="description">${escaped(description)}</desc>
<rect x=".5" y=".5" width="${WIDTH - 1}" height="${height - 1}" rx="10" fill="${COLOUR.window}" stroke="${COLOUR.frame}"/>
<path d="M1 36V10.5a9.5 9.5 0 0 1 9.5-9.5H${WIDTH - 10.5}a9.5 9.5 0 0 1 9.5 9.5V36z" fill="${COLOUR.bar}"/>
<g fill="#6e7681"><circle cx="22" cy="18" r="6"/><circle cx="42" cy="18" r="6"/><circle cx="62" cy="18" r="6"/></g>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="${FONT}" fill="${COLOUR.text}" xml:space="preserve">
<text x="${WIDTH / 2}" y="23" text-anchor="middle" fill="${COLOUR.dim}">claude — feature/login</text>
${lines.join('\n')}
</g>
</svg>
`;
}

/** Room above each call and each prompt. */
function gapsBefore(rows: readonly Row[], index: number): number {
	return rows.slice(1, index + 1).filter(({ kind }) => kind !== 'quote').length * 6;
}

function rowSvg(row: Row, y: number): string {
	switch (row.kind) {
		case 'prompt':
			return `<text x="${MARGIN}" y="${y}" font-weight="bold"><tspan fill="${COLOUR.dim}">›</tspan> ${escaped(row.text)}</text>`;
		case 'call':
			return `${dot(y, COLOUR[row.outcome])}<text x="${MARGIN + 20}" y="${y}">${escaped(row.text)} <tspan fill="${COLOUR[row.outcome]}">${row.outcome}</tspan></text>`;
		case 'quote':
			return `<rect x="${MARGIN + 20}" y="${y - 15}" width="2" height="${LINE}" fill="${COLOUR.refused}"/><text x="${MARGIN + 32}" y="${y}">${quoted(row.lit)}</text>`;
		case 'end':
			return `${dot(y, COLOUR.dim)}<text x="${MARGIN + 20}" y="${y}" fill="${COLOUR.dim}">${escaped(row.text)}</text>`;
	}
}

function dot(y: number, colour: string): string {
	return `<circle cx="${MARGIN + 5}" cy="${y - 4}" r="4.5" fill="${colour}"/>`;
}

function quoted(lit: readonly string[]): string {
	return lit
		.map((part, index) =>
			index % 2 === 0 ? escaped(part) : `<tspan fill="${COLOUR.lit}">${escaped(part)}</tspan>`,
		)
		.join('');
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
