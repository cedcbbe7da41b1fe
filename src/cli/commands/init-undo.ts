import { planUndo, undoInit } from '../../app/init/init-undo.ts';
import { Fault } from '../../core/fault/fault.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import type { InitOptions } from '../init-options.ts';
import { undoJson, undoText, undoWarnings } from '../text/init-undo.ts';

/** Options that mean something beside `--undo`. */
const ALLOWED = ['undo', 'global', 'dryRun', 'yes', 'json'];

/** `req init --undo`: takes back exactly what `req init` did. */
export async function initUndo(options: InitOptions, desk: Desk): Promise<Answer> {
	const other = Object.keys(options).find((name) => !ALLOWED.includes(name));
	if (other !== undefined) {
		throw new Fault('usage', '--undo goes with --global, --dry-run and --json only');
	}
	const request = { caller: desk.caller(undefined), isGlobal: options.global === true };
	const plan = await planUndo(request, desk.ports);
	const isDryRun = options.dryRun === true;
	if (!isDryRun && plan.inits.length > 0) undoInit(plan, desk.ports);
	const warnings = undoWarnings(plan);
	const stateDir = desk.ports.setupFiles.missingAbove(`${plan.place.stateDir}/x`).length === 0;
	const shown = { isDryRun, hasState: stateDir };
	const said = options.json ? jsonAnswer(undoJson(plan, shown)) : answer(undoText(plan, shown));
	return { ...said, warnings, exit: warnings.length === 0 ? EXIT.done : EXIT.warned };
}
