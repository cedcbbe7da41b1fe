import { init as applyInit, refuseOtherConfig } from '../../app/commands/init.ts';
import { type InitPlan, type InitRequest, planInit } from '../../app/init/init-plan.ts';
import { Fault } from '../../core/fault/fault.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import { type InitOptions, initRequest, isDecided, wantsMore } from '../init-options.ts';
import { appliedText, keptText, nothingText, previewText } from '../text/init.ts';
import { initJson } from '../text/init-json.ts';
import { nextSteps } from '../text/init-next.ts';
import { initUndo } from './init-undo.ts';

/** `req init` (S4-012, D36): asks at a terminal, follows its options elsewhere. */
export async function init(options: InitOptions, desk: Desk): Promise<Answer> {
	if (options.undo === true) return initUndo(options, desk);
	if (options.all === true) throw new Fault('usage', '--all goes with --undo');
	const request = initRequest(options, desk.caller(undefined));
	if (desk.interactive && !isDecided(options)) {
		const { initDialogue } = await import('../init-dialogue.ts');
		return initDialogue({ request, options }, desk);
	}
	return perform(request, options, desk);
}

async function perform(request: InitRequest, options: InitOptions, desk: Desk): Promise<Answer> {
	const plan = await planInit(request, desk.ports);
	const isDryRun = options.dryRun === true;
	if (!wantsMore(options)) refuseOtherConfig(plan);
	if (!isDryRun) await applyInit(plan, desk.ports);
	// Who named a preset wanted it; who asked for more only has a config of their own.
	const warnings = keptText(plan, options.preset !== undefined);
	const next = isDryRun ? [] : nextSteps(plan, desk.ports);
	const said = options.json
		? jsonAnswer(initJson(plan, { isDryRun, next }))
		: answer(textOf(plan, { isDryRun, next }));
	return { ...said, warnings, exit: warnings.length === 0 ? EXIT.done : EXIT.warned };
}

function textOf(
	plan: InitPlan,
	{ isDryRun, next }: { readonly isDryRun: boolean; readonly next: readonly string[] },
): string {
	if (plan.changes.length === 0) return nothingText(plan);
	return isDryRun ? previewText(plan) : appliedText(plan, next);
}
