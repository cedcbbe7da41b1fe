import { init as applyInit, refuseOtherConfig } from '../../app/commands/init.ts';
import { type InitPlan, type InitRequest, planInit } from '../../app/init/init-plan.ts';
import { takeBackKilled } from '../../app/init/init-undo.ts';
import { Fault } from '../../core/fault/fault.ts';
import { type Answer, changed, type Desk } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import { type InitOptions, initRequest, isDecided, wantsMore } from '../init-options.ts';
import { appliedText, keptText, nothingText, previewText } from '../text/init.ts';
import { initJson } from '../text/init-json.ts';
import { nextSteps } from '../text/init-next.ts';
import { initUndo } from './init-undo.ts';

/** `req init`: asks at a terminal, follows its options elsewhere. */
export async function init(options: InitOptions, desk: Desk): Promise<Answer> {
	if (options.undo === true) return initUndo(options, desk);
	if (options.all === true) throw new Fault('usage', '--all goes with --undo');
	const request = initRequest(options, desk.caller(undefined));
	const killed = options.dryRun === true ? [] : await takenBack(request, desk);
	const said = await asked(request, options, desk);
	return { ...said, warnings: [...killed, ...said.warnings] };
}

function takenBack({ caller, layer }: InitRequest, { ports }: Desk): Promise<readonly string[]> {
	return takeBackKilled({ caller, isGlobal: layer === 'global' }, ports);
}

async function asked(request: InitRequest, options: InitOptions, desk: Desk): Promise<Answer> {
	if (desk.interactive && !isDecided(options)) {
		const { initDialogue } = await import('../init-dialogue.ts');
		return initDialogue({ request, options }, desk);
	}
	return perform(request, options, desk);
}

async function perform(request: InitRequest, options: InitOptions, desk: Desk): Promise<Answer> {
	const plan = await planInit(request, desk.ports);
	const isDryRun = options.dryRun === true;
	const asksMore = wantsMore(options);
	if (!asksMore && !isDryRun) refuseOtherConfig(plan);
	const setAside = isDryRun ? [] : await applyInit(plan, desk.ports);
	// Who named a preset wanted it, and who looks only wants to know; who asked for more has a config of their own.
	const isNamed = options.preset !== undefined || (isDryRun && !asksMore);
	const warnings = [...setAside, ...keptText(plan, isNamed)];
	const next = isDryRun ? [] : nextSteps(plan, desk.ports);
	const said = changed(
		options,
		textOf(plan, { isDryRun, next }),
		initJson(plan, { isDryRun, next }),
	);
	return { ...said, warnings, exit: warnings.length === 0 ? EXIT.done : EXIT.warned };
}

function textOf(
	plan: InitPlan,
	{ isDryRun, next }: { readonly isDryRun: boolean; readonly next: readonly string[] },
): string {
	if (plan.changes.length === 0 && !(isDryRun && plan.config === 'differs'))
		return nothingText(plan);
	return isDryRun ? previewText(plan) : appliedText(plan, next);
}
