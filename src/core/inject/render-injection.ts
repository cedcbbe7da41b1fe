import type { Restoration } from '../restore/restoration.ts';
import { type InjectionItem, OWN_SECTIONS, SECTIONS, type Section } from './injection-item.ts';
import { CLOSING_LINE, LEARN_LINE, type Occasion, openingLine, sectionHead } from './preamble.ts';

const CLOSING = `${CLOSING_LINE}\n${LEARN_LINE}`;

/** What the words around the items depend on. */
export interface Frame {
	readonly restoration: Restoration | undefined;
	readonly occasion: Occasion;
}

/**
 * The items as one text: sections in their order, a blank line between them, restored ones between an opening and
 * closing lines. Nothing for no items.
 */
export function renderInjection(items: readonly InjectionItem[], frame: Frame): string {
	const rendered = (sections: readonly Section[]) =>
		sections
			.map((section) => renderSection(section, { items, frame }))
			.filter((block) => block !== '');
	const blocks = rendered(SECTIONS.filter((section) => !OWN_SECTIONS.includes(section)));
	const { restoration, occasion } = frame;
	const isFramed = blocks.length > 0 && restoration !== undefined;
	const framed = isFramed ? [openingLine(occasion, restoration), ...blocks, CLOSING] : blocks;
	return [...framed, ...rendered(OWN_SECTIONS)].join('\n\n');
}

/**
 * The items that find room: in the order of their rank, until one does not (D17).
 *
 * @param room in UTF-16 units, for the text that `renderInjection` makes of them
 */
export function fitItems(
	items: readonly InjectionItem[],
	frame: Frame,
	room: number,
): readonly InjectionItem[] {
	const { restoration, occasion } = frame;
	const around = restoration === undefined ? '' : openingLine(occasion, restoration) + CLOSING;
	const begun = new Set<Section>();
	const kept = new Set<InjectionItem>();
	let used = around.length + 2 * GAP;
	for (const item of [...items].sort((a, b) => a.rank - b.rank)) {
		used += begun.has(item.section) ? 0 : headOf(item.section, frame).length + GAP;
		used += item.line.length + 1;
		if (used > room) break;
		begun.add(item.section);
		kept.add(item);
	}
	return items.filter((item) => kept.has(item));
}

/** Most characters between two parts: a blank line, and the end of a head. */
const GAP = 3;

function renderSection(
	section: Section,
	{ items, frame }: { readonly items: readonly InjectionItem[]; readonly frame: Frame },
): string {
	const lines = items.filter((item) => item.section === section).map(({ line }) => line);
	const head = lines.length === 0 ? '' : headOf(section, frame);
	return [...(head === '' ? [] : [head]), ...lines].join('\n');
}

function headOf(section: Section, { restoration, occasion }: Frame): string {
	return restoration === undefined ? '' : sectionHead(section, occasion, restoration);
}
