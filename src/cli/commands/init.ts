import { type InitPlan, type InitRequest, planInit } from '../../app/init/init-plan.ts';
import { init as applyInit } from '../../app/init/init-record.ts';
import { takeBackKilled } from '../../app/init/init-undo.ts';
import { Fault } from '../../core/fault/fault.ts';
import { type Answer, changed, type Desk } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import { type InitOptions, initRequest, isDecided, wantsMore } from '../init-options.ts';
import {
	appliedText,
	initJson,
	keptText,
	nextSteps,
	nothingText,
	previewText,
} from '../text/init.ts';
import { initUndo } from './init-undo.ts';

/** `req init`: asks at a terminal, follows its options elsewhere. */
export async function init(options: InitOptions, desk: Desk): Promise<Answer> {
	if (options.undo === true) return initUndo(options, desk);
	if (options.all === true) throw new Fault('usage', '--all goes with --undo');
	const request = initRequest(options, desk.caller(undefined));
	const { caller, layer } = request;
	const asked = { caller, isGlobal: layer === 'global' };
	const killed = options.dryRun === true ? [] : await takeBackKilled(asked, desk.ports);
	const said = await dialogueOrOptions(request, options, desk);
	return { ...said, warnings: [...killed, ...said.warnings] };
}

async function dialogueOrOptions(
	request: InitRequest,
	options: InitOptions,
	desk: Desk,
): Promise<Answer> {
	if (desk.interactive && !isDecided(options)) {
		const { initDialogue } = await import('../init-dialogue.ts');
		return initDialogue({ request, options }, desk);
	}
	const plan = await planInit(request, desk.ports);
	const isDryRun = options.dryRun === true;
	const asksMore = wantsMore(options);
	if (!asksMore && !isDryRun && plan.config === 'differs') {
		throw new Fault('refused', `${plan.configPath} exists and stays as it is`, {
			hint: 'req config show, and edit the file',
		});
	}
	const setAside = isDryRun ? [] : await applyInit(plan, desk.ports);
	// Who named a preset wanted it, and who looks only wants to know; who asked for more has a config of their own.
	const isNamed = options.preset !== undefined || (isDryRun && !asksMore);
	const warnings = [...setAside, ...keptText(plan, isNamed)];
	const next = isDryRun ? [] : nextSteps(plan, desk.ports);
	const said = changed(
		options,
		textOf(plan, isDryRun, next),
		initJson(plan, { isDryRun, next }),
		warnings,
	);
	return { ...said, exit: warnings.length === 0 ? EXIT.done : EXIT.warned };
}

function textOf(plan: InitPlan, isDryRun: boolean, next: readonly string[]): string {
	const isDifferent = isDryRun && plan.config === 'differs';
	if (plan.changes.length === 0 && !isDifferent) return nothingText(plan);
	return isDryRun ? previewText(plan) : appliedText(plan, next);
}
