import { recordAsked } from '../../app/commands/record-asked.ts';
import { codeLines, codeSections } from '../../core/inject/codes.ts';
import { codesJson, withOpenTasks } from '../../core/inject/codes-json.ts';
import { toContext } from '../../core/session-record/to-context.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import type { ExportFormat } from '../export-formats.ts';
import { contextJson, contextText } from '../text/context-show.ts';

/** What names the session, and how to answer. */
interface Options {
	readonly session?: string;
	readonly json?: true;
}

/** `req context show [REF]` */
export async function contextShow(
	reference: string | undefined,
	options: Options,
	{ ports, caller, paint }: Desk,
): Promise<Answer> {
	const { record } = await recordAsked(caller(reference ?? options.session), ports);
	return options.json ? jsonAnswer(contextJson(record)) : answer(contextText(record, paint));
}

/** `req context export [REF] --format codes|codes-json|seed` (S1-001, S1-003, S1-009) */
export async function contextExport(
	reference: string | undefined,
	{ session, format }: { readonly session?: string; readonly format: ExportFormat },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const { record } = await recordAsked(caller(reference ?? session), ports);
	switch (format) {
		case 'codes':
			return answer(codeLines(codeSections([withOpenTasks(record)])).join('\n'));
		case 'codes-json':
			return jsonAnswer(codesJson(record));
		case 'seed':
			return jsonAnswer(toContext(record, ports.now()));
		default:
			return format satisfies never;
	}
}
