import { isStateLeftOver, planUndo, type UndoPlan, undoInit } from '../../app/init/init-undo.ts';
import { Fault } from '../../core/fault/fault.ts';
import { type Answer, changed, type Desk } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import type { InitOptions } from '../init-options.ts';
import { undoJson, undoText, undoWarnings } from '../text/init-undo.ts';

/** Options that mean something beside `--undo`. */
const ALLOWED = ['undo', 'all', 'global', 'dryRun', 'yes', 'json'];

/** `req init --undo`: takes back exactly what `req init` did. Asks at a terminal. */
export async function initUndo(options: InitOptions, desk: Desk): Promise<Answer> {
	const other = Object.keys(options).find((name) => !ALLOWED.includes(name));
	if (other !== undefined) {
		throw new Fault('usage', '--undo goes with --all, --global, --dry-run, --yes and --json only');
	}
	const request = {
		caller: desk.caller(undefined),
		isGlobal: options.global === true,
		isAll: options.all === true,
		isDryRun: options.dryRun === true,
	};
	const plan = await planUndo(request, desk.ports);
	const { isDryRun } = request;
	if (!isDryRun && plan.inits.length > 0) {
		if (!(await isWanted(plan, options, desk))) {
			return { out: 'nothing was changed', warnings: [], exit: EXIT.no };
		}
	}
	const isToDo = plan.inits.length > 0 || desk.ports.setupFiles.isDisturbed(plan.stored.path);
	if (!isDryRun && isToDo) await undoInit(plan, desk.ports);
	return answerOf(plan, options, desk);
}

/** Only at a terminal is anybody asked, and only whom no option has asked already. */
async function isWanted(plan: UndoPlan, options: InitOptions, desk: Desk): Promise<boolean> {
	if (!desk.interactive || options.yes === true || options.json === true) return true;
	const { isUndoWanted } = await import('../init-dialogue.ts');
	return isUndoWanted(plan);
}

async function answerOf(plan: UndoPlan, options: InitOptions, { ports }: Desk): Promise<Answer> {
	const warnings = undoWarnings(plan);
	const isDryRun = options.dryRun === true;
	const hasState = ports.setupFiles.missingAbove(`${plan.place.stateDir}/x`).length === 0;
	const isLeftOver = !isDryRun && (await isStateLeftOver(plan, ports));
	const shown = { isDryRun, hasState, isLeftOver };
	const said = changed(options, undoText(plan, shown), undoJson(plan, shown), warnings);
	return { ...said, exit: warnings.length === 0 ? EXIT.done : EXIT.warned };
}
