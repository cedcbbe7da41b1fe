import { definedFunctions } from './defined-functions.ts';

type Json = Readonly<Record<string, unknown>>;

/** Functions that an edit tool's call defines in its file: in what it writes, never in what was there. */
export function functionsOfEdit(path: string, input: Json): string[] {
	return definedFunctions(path, writtenTexts(input).join('\n\n'));
}

/** Write has `content`, Edit `new_string`, MultiEdit a list of edits, NotebookEdit `new_source`. */
function writtenTexts(input: Json): string[] {
	const edits = Array.isArray(input['edits']) ? input['edits'] : [];
	return [input, ...edits].flatMap((part: unknown) => {
		const { content, new_string, new_source } = (part ?? {}) as Json;
		return [content, new_string, new_source].filter((text) => typeof text === 'string');
	});
}
