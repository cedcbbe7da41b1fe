import type { InitPlan } from '../../app/init/init-plan.ts';
import type { DeskPorts } from '../../app/ports.ts';
import type { Surroundings } from '../../app/setup-ports.ts';
import {
	INSTALL_COMMAND,
	installReq,
	MARKETPLACE,
	PLUGIN,
	teamSource,
} from '../../core/setup/marketplace.ts';
import { presetAsks } from '../../core/setup/preset-text.ts';
import type { SetupFile } from '../../core/setup/setup-file.ts';
import { shellWord } from '../../core/setup/shell-word.ts';

/** What is left to do by hand after an init, in order; one line each. */
export function nextSteps(plan: InitPlan, { surroundings }: DeskPorts): string[] {
	const { layer, changes, place } = plan;
	const has = (file: SetupFile) => changes.some((change) => change.file === file);
	const shared = has('project_config') || has('team_settings');
	const steps: readonly (readonly [boolean, string])[] = [
		[
			lacksTests(plan),
			'no test command was found, so `tested` is off: set its `commands` in the config, and delete `enabled: false`',
		],
		[shared && place.git, 'commit it, so that it holds for the whole team'],
		[layer === 'global' && has('global_config'), 'it holds in every project of yours'],
		...installing(plan, surroundings),
		[
			!surroundings.isOnPath('req'),
			`${installReq(shellWord(surroundings.ownFolder))}   puts \`req\` on your PATH`,
		],
		[true, 'start claude here   a new session has the gates on'],
		[true, 'req status   shows where they stand'],
		[true, `req init --undo${layer === 'global' ? ' --global' : ''}   takes all of this back`],
	];
	return steps.flatMap(([applies, text]) => (applies ? [text] : []));
}

function lacksTests({ config, preset, fills }: InitPlan): boolean {
	return config === 'new' && presetAsks(preset).tests && fills.testCommands.length === 0;
}

/** Whether the plan gives the client's status line a part of ours. */
export function changesStatusLine({ changes }: InitPlan): boolean {
	return changes.some(({ keys }) => keys.some(({ path }) => path[0] === 'statusLine'));
}

/** The folder of this program is a marketplace: as npm installs it, and as a clone. */
function installing(
	{ changes }: InitPlan,
	{ hasPlugin, ownFolder, marketplaceSource }: Surroundings,
): (readonly [boolean, string])[] {
	const forTeam = changes.some(({ file }) => file === 'team_settings');
	if (forTeam) {
		const { folder } = teamSource(marketplaceSource(MARKETPLACE), ownFolder);
		return [
			[
				folder !== undefined,
				`the settings take the plugin from ${folder}, because no registry has it yet: everyone who works here needs a built clone at this path`,
			],
			[true, 'claude   once, and trust the folder: it learns the marketplace; then leave it'],
			[true, `${INSTALL_COMMAND}   each of you, once`],
		];
	}
	if (hasPlugin(PLUGIN)) return [];
	return [
		[true, `claude plugin marketplace add ${shellWord(ownFolder)}`],
		[true, INSTALL_COMMAND],
	];
}
