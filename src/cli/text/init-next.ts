import type { InitPlan } from '../../app/commands/init-plan.ts';
import type { DeskPorts } from '../../app/ports.ts';
import { INSTALL_COMMANDS, PLUGIN } from '../../core/setup/marketplace.ts';
import { presetAsks } from '../../core/setup/preset-text.ts';
import type { SetupFile } from '../../core/setup/setup-file.ts';

/** What is left to do by hand after an init, in order; one line each. */
export function nextSteps(plan: InitPlan, { surroundings }: DeskPorts): string[] {
	const { layer, changes, place } = plan;
	const has = (file: SetupFile) => changes.some((change) => change.file === file);
	const shared = has('project_config') || has('team_settings');
	const steps: readonly (readonly [boolean, string])[] = [
		[lacksTests(plan), 'no test command was found: name yours in the config, at `tested`'],
		[shared && place.git, 'commit it, so that it holds for the whole team'],
		[layer === 'global' && has('global_config'), 'it holds in every project of yours'],
		...installing(plan, surroundings.hasPlugin(PLUGIN)),
		[
			changesStatusLine(plan) && !surroundings.isOnPath('req'),
			'npm install -g claude-req   puts `req` on your PATH, where the status line needs it',
		],
		[true, 'start claude here: the gates stand from its session start'],
		[true, 'req status   shows where they stand'],
		[true, `req init --undo${layer === 'global' ? ' --global' : ''}   takes all of this back`],
	];
	return steps.flatMap(([applies, text]) => (applies ? [text] : []));
}

function lacksTests({ config, preset, fills, layer }: InitPlan): boolean {
	const isOpen = layer !== 'global' && fills.testCommands.length === 0;
	return config === 'new' && presetAsks(preset).tests && isOpen;
}

function changesStatusLine({ changes }: InitPlan): boolean {
	return changes.some(({ keys }) => keys.some(({ path }) => path[0] === 'statusLine'));
}

function installing({ changes }: InitPlan, isSeen: boolean): (readonly [boolean, string])[] {
	if (isSeen) return [];
	if (changes.some(({ file }) => file === 'team_settings')) {
		return [[true, 'claude offers the plugin to everybody who trusts this folder']];
	}
	return INSTALL_COMMANDS.map((command) => [true, command] as const);
}
