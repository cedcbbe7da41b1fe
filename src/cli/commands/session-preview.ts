import { contextPreview as preview } from '../../app/commands/context-preview.ts';
import { type Answer, answer, type Desk, jsonAnswer, type Wide } from '../desk.ts';
import { previewJson, previewText } from '../text/context-preview.ts';

/** `req session preview` */
export async function sessionPreview(
	options: Wide & { readonly all?: true; readonly json?: true },
	{ ports, caller, layout }: Desk,
): Promise<Answer> {
	const found = await preview(caller(undefined), ports);
	return options.json
		? jsonAnswer(previewJson(found))
		: answer(previewText(found, options.all === true, layout(options)));
}
