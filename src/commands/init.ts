import { type InitPlan, type InitRequest, planInit } from '../app/init/init-plan.ts';
import { init as applyInit } from '../app/init/init-undo.ts';
import type { AllPorts } from '../app/ports.ts';
import { PRESETS } from '../config/built-in.ts';
import { Fault } from '../core/fault/fault.ts';
import type { PresetName } from '../core/setup/preset-text.ts';
import { allPorts } from '../runtime/all-ports.ts';
import { terminal } from '../runtime/terminal.ts';
import { type Answer, callerAt, command, EXIT, JSON_SHOWN } from './command.ts';
import { initDialogue } from './init-dialogue.ts';
import { type InitOptions, initRequest, isDecided, wantsMore } from './init-options.ts';
import {
	appliedText,
	changesNothing,
	initJson,
	nextSteps,
	nothingText,
	notTakenText,
	previewText,
} from './init-text.ts';
import { initUndo } from './init-undo.ts';

/** `req init`: asks at a terminal, follows its options elsewhere. */
export const init = command({
	about:
		'Writes requirements.yaml from a preset, with the test command and the default branch of the project. Asks at a terminal, unless an option says enough. A config that exists stays as it is.',
	options: {
		'--preset <preset>': {
			about: 'what to start with; default: starter',
			choices: Object.keys(PRESETS) as PresetName[],
		},
		'--local': 'write .claude/requirements.local.yaml, for you only, kept out of git',
		'--global': 'write the file of all your projects',
		'--team': 'name the plugin in .claude/settings.json, for everybody who works here',
		'--status-line': 'show the gates in the status line, beside the one you have',
		'--no-status-line': 'leave the status line as it is, and do not ask',
		'--test-command <command>': { about: 'what runs the tests; repeatable', isRepeatable: true },
		'--default-branch <branch>': 'the branch to protect beside main and master',
		'--dry-run': 'show the exact change, write nothing',
		'--yes': 'never ask: each question gets the answer that enter would give',
		'--undo': 'take back what the last init did here; with --global, for all projects',
		'--all': 'with --undo: what every init did',
		...JSON_SHOWN,
	},
	part: ['Presets:', Object.entries(PRESETS).map(([name, { about }]) => [name, about])],
	examples: [
		'req init',
		'req init --preset review --test-command "make check"',
		'req init --preset strict --team --dry-run',
		'req init --status-line',
		'req init --local --yes --no-status-line',
		'req init --undo',
		'req init --undo --all --dry-run',
	],
	run: async (options, live) => {
		const ports = allPorts(live);
		const caller = callerAt(ports, undefined);
		if (options.undo) {
			return initUndo(options, caller, ports);
		}
		if (options.all) throw new Fault('usage', '--all goes with --undo');
		const request = initRequest(options, caller);
		return dialogueOrOptions(request, options, ports);
	},
});

async function dialogueOrOptions(
	request: InitRequest,
	options: InitOptions,
	ports: AllPorts,
): Promise<Answer> {
	if (terminal(ports.context).interactive && !isDecided(options)) {
		return initDialogue({ request, options, ports });
	}
	const plan = await planInit(request, ports);
	const isDryRun = options.dryRun === true;
	const asksMore = wantsMore(options);
	if (!asksMore && !isDryRun && plan.config === 'differs') {
		throw new Fault('refused', `${plan.configPath} exists and stays as it is`, {
			hint: 'req config show, and edit the file',
		});
	}
	const setAside = isDryRun ? [] : await applyInit(plan, ports);
	// Who named a preset wanted it, and who looks only wants to know; who asked for more has a config of their own.
	const isNamed = options.preset !== undefined || (isDryRun && !asksMore);
	const warnings = [...setAside, ...notTakenText(plan, isNamed)];
	const next = isDryRun ? [] : nextSteps(plan, ports);
	return {
		text: textOf(plan, isDryRun, next),
		changed: initJson(plan, isDryRun, next),
		warnings,
		exit: warnings.length === 0 ? EXIT.done : EXIT.warned,
	};
}
function textOf(plan: InitPlan, isDryRun: boolean, next: readonly string[]): string {
	const isDifferent = isDryRun && plan.config === 'differs';
	if (changesNothing(plan) && !isDifferent) return nothingText(plan);
	return isDryRun ? previewText(plan) : appliedText(plan, next);
}
