import { recordAsked } from '../../app/commands/record-asked.ts';
import { codeLines, codeSections, codesJson, withOpenTasks } from '../../core/inject/codes.ts';

import { toContext } from '../../core/session-record/session-context.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import type { ExportFormat } from '../export-formats.ts';

/** `req session export [REF] --format codes|codes-json|seed` (S1-001, S1-003, S1-009) */
export async function sessionExport(
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
