import { recordAsked } from '../../app/commands/record-asked.ts';
import { codeLines, codeSections, codesJson, withOpenTasks } from '../../core/inject/codes.ts';
import { toContext } from '../../core/session-record/session-context.ts';
import { callerAt, command, jsonText, SESSION } from '../command.ts';
import { REFERENCE } from './show.ts';

/** What a session can be printed as. */
const FORMATS = ['codes', 'codes-json', 'seed'] as const;

/** `req session export [REF] --format codes|codes-json|seed` */
export const exporting = command({
	about:
		'Prints a session as codes, one per line; as the JSON in which codes are stored elsewhere; or as a session context: id, completed, decisions, blockers, files.',
	words: { '[session]': REFERENCE },
	options: {
		...SESSION,
		'--format <format>': { about: 'as what', choices: FORMATS, usual: 'codes' },
	},
	examples: ['req session export', 'req session export auth-v1 --format codes-json'],
	run: async ({ session, format }, ports) => {
		const { record } = await recordAsked(callerAt(ports, session), ports);
		const text = {
			codes: () => codeLines(codeSections([withOpenTasks(record)])).join('\n'),
			'codes-json': () => jsonText(codesJson(record)),
			seed: () => jsonText(toContext(record, ports.now())),
		};
		return { text: text[format] };
	},
});
