/** Where promoted lessons stand in a file that the client reads. */
const HEADING = '## Learned while working';

const markOf = (id: string) => `<!-- req: ${id} -->`;

/** Whether a promoted lesson stands in a text. */
export function holdsPromoted(text: string, id: string): boolean {
	return text.includes(markOf(id));
}

/**
 * A file that the client reads, with a lesson as a line of its own; the same text where it holds it already.
 *
 * @param before `undefined`: there is no such file
 * @param said the lesson in one line
 */
export function withPromoted(
	before: string | undefined,
	{ id, said }: { readonly id: string; readonly said: string },
): string {
	const text = before ?? '';
	if (holdsPromoted(text, id)) return text;
	const end = text.includes('\r\n') ? '\r\n' : '\n';
	const line = `- ${harmless(said)} ${markOf(id)}`;
	const lines = text.split(/\r?\n/);
	const heading = lines.indexOf(HEADING);
	if (heading < 0) {
		const rest = text.trimEnd();
		return `${rest === '' ? '' : `${rest}${end}${end}`}${HEADING}${end}${end}${line}${end}`;
	}
	const next = lines.findIndex((one, at) => at > heading && one.startsWith('#'));
	const section = lines.slice(0, next < 0 ? lines.length : next);
	const last = section.findLastIndex((one) => one.trim() !== '');
	return [...lines.slice(0, last + 1), line, ...lines.slice(last + 1)].join(end);
}

/** The same without a promoted lesson, and without our heading where nothing is left below it. */
export function withoutPromoted(before: string, id: string): string {
	const end = before.includes('\r\n') ? '\r\n' : '\n';
	const lines = before.split(/\r?\n/).filter((line) => !holdsPromoted(line, id));
	const heading = lines.indexOf(HEADING);
	const next = lines.findIndex((line, at) => at > heading && line.startsWith('#'));
	const below = lines.slice(heading + 1, next < 0 ? lines.length : next);
	if (heading < 0 || below.some((line) => line.trim() !== '')) return lines.join(end);
	const above = lines.slice(0, heading).join(end).trimEnd();
	const rest = next < 0 ? '' : lines.slice(next).join(end);
	if (above === '') return rest;
	return rest === '' ? `${above}${end}` : `${above}${end}${end}${rest}`;
}

/** The client reads `@path` as a file to bring in, and a comment's end would end ours. */
function harmless(said: string): string {
	return said.replace(/<!--|-->/g, '--').replace(/(^|\s)(@[^\s`]+)/g, '$1`$2`');
}
