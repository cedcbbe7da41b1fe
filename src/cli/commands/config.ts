import { configView, schemaText } from '../../app/commands/config-view.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import { checkText, problemsJson } from '../text/config-check.ts';
import { configJson, configText } from '../text/config-show.ts';

/** `req config show` */
export async function configShow(
	options: { readonly sources?: true; readonly json?: true },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const sources = options.sources === true;
	const view = await configView({ caller: caller(undefined), sources }, ports);
	return options.json ? jsonAnswer(configJson(view)) : answer(configText(view));
}

/** `req config check`: 1 where something is wrong (D37). */
export async function configCheck(
	options: { readonly json?: true },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const view = await configView({ caller: caller(undefined), sources: false }, ports);
	const problems = view.found.kind === 'some' ? view.found.problems : [];
	const checked = options.json ? jsonAnswer(problemsJson(problems)) : answer(checkText(view));
	return { ...checked, exit: problems.length === 0 ? EXIT.done : EXIT.no };
}

/** `req config schema`: what editors check a config with. */
export async function configSchema(): Promise<Answer> {
	return answer((await schemaText()).trimEnd());
}
