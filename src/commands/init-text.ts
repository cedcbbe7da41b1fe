import type { InitPlan } from '../app/init/init-plan.ts';
import type { AllPorts } from '../app/ports.ts';
import { INSTALL_COMMAND, installReq, MARKETPLACE, teamSource } from '../core/setup/marketplace.ts';
import { presetAsks } from '../core/setup/preset-text.ts';
import type { FileChange, SetupFile } from '../core/setup/setup-file.ts';
import { shellWord } from '../core/setup/shell-word.ts';
import { unifiedDiff } from '../core/setup/text-diff.ts';
import { oneLine, typed } from '../core/text/one-line.ts';
import { relativeTo } from '../core/text/paths.ts';
import { isInstalled, marketplaceSource, ownFolder } from '../setup/installation.ts';
import { programPath } from '../store/programs.ts';

/** Whether nothing is to be written. */
export function changesNothing({ changes }: InitPlan): boolean {
	return changes.length === 0;
}

/** What `--dry-run` says: each change to the byte, as `patch -p1` and `git apply` read it. */
export function previewText(plan: InitPlan): string {
	const difference = differenceText(plan);
	const head = `# ${oneLine(plan.configPath)} stays as it is; this would make it the preset ${plan.preset}:`;
	return [
		changesNothing(plan)
			? '# nothing is written, with --dry-run or without'
			: '# nothing is written; without --dry-run this is changed:',
		...foundLines(plan).map((line) => `# ${line}`),
		...shownChanges(plan),
		...(difference === undefined ? [] : [head, difference]),
	].join('\n');
}

/** What would make a config that is there the preset, as a diff; `undefined` where nothing would. */
function differenceText({ place, configPath, difference }: InitPlan): string | undefined {
	if (difference === undefined) return undefined;
	const path = relativeTo(place.root, configPath);
	return unifiedDiff({ path, before: difference.now, after: difference.preset });
}

/** Each change as a diff. */
export function shownChanges(plan: InitPlan): string[] {
	return plan.changes.map((change) => diffOf(plan, change));
}

/** One change as a diff from the root of the project. */
function diffOf({ place }: InitPlan, { path, before, after }: FileChange): string {
	return unifiedDiff({ path: relativeTo(place.root, path), before, after });
}

/** What was written, such as `created /p/.claude/requirements.yaml: the requirements`, and what to do next. */
export function appliedText(plan: InitPlan, next: readonly string[]): string {
	return [
		...plan.changes.map(
			({ before, path, why }) =>
				`${before === undefined ? 'created' : 'changed'} ${oneLine(path)}: ${why}`,
		),
		...foundLines(plan),
		'next:',
		...next.map((step) => `  ${step}`),
	].join('\n');
}

/** What the preset is, and what of the project went into it. */
export function foundLines({ config, preset, about, fills, survey }: InitPlan): string[] {
	if (config !== 'new') return [];
	const { testCommands } = fills;
	if (!presetAsks(preset).tests) return [`the preset ${preset}: ${about}`];
	const others = survey.tests.filter(({ command }) => !testCommands.includes(command));
	const found = survey.tests.find(({ command }) => testCommands.includes(command));
	const source = found === undefined ? '' : ` (${found.from})`;
	return [`the preset ${preset}: ${about}`].concat(
		testCommands.length > 0 ? [`tests: ${testCommands.map(typed).join(', ')}${source}`] : [],
		others.map(({ command, from }) => `also found: ${typed(command)} (${from})`),
	);
}

/** Nothing is left to change. */
export function nothingText({ config, configPath, preset }: InitPlan): string {
	const path = oneLine(configPath);
	if (config === 'unwanted') return 'nothing to change';
	if (config === 'differs') return `nothing to change: ${path} is there and stays as it is`;
	return `nothing to change: ${path} is the preset ${preset} already`;
}

/** What was asked for and could not be had, because something else stands there. */
export function notTakenText(plan: InitPlan, isNamed: boolean): string[] {
	const { config, configPath, taken } = plan;
	const path = oneLine(configPath);
	const kept = taken.map(
		({ path: file, key, wanted }) =>
			`${oneLine(file)} has another ${key}, which stays; to have ours, set it to ${JSON.stringify(wanted)}`,
	);
	const ignored = plan.ignored.map(
		(file) =>
			`${oneLine(file)} holds a comment or a comma before a bracket: Claude Code ignores the whole file until you take it out`,
	);
	const all = [...kept, ...ignored];
	if (config !== 'differs' || !isNamed) return all;
	return [`${path} exists and stays as it is; req config show, and edit the file`, ...all];
}

/** What is left to do by hand after an init, in order; one line each. */
export function nextSteps(plan: InitPlan, ports: AllPorts): string[] {
	const { layer, changes, place, config, preset, fills } = plan;
	const lacksTests =
		config === 'new' && presetAsks(preset).tests && fills.testCommands.length === 0;
	const own = shellWord(ownFolder());
	const has = (file: SetupFile) => changes.some((change) => change.file === file);
	const shared = has('project_config') || has('team_settings');
	const steps: readonly (readonly [boolean, string])[] = [
		[
			lacksTests,
			'no test command was found, so `tested` is off: set its `commands` in the config, and delete `enabled: false`',
		],
		[shared && place.git, 'commit it, so that it holds for the whole team'],
		[layer === 'global' && has('global_config'), 'it holds in every project of yours'],
		...installing(plan, ports),
		[
			programPath('req', ports.context.env) === undefined,
			`${installReq(own)}   puts \`req\` on your PATH`,
		],
		[true, 'start claude here   a new session has the gates on'],
		[true, 'req status   shows where they stand'],
		[true, `req init --undo${layer === 'global' ? ' --global' : ''}   takes all of this back`],
	];
	return steps.flatMap(([applies, text]) => (applies ? [text] : []));
}

/** The folder of this program is a marketplace: as npm installs it, and as a clone. */
function installing({ changes }: InitPlan, ports: AllPorts): (readonly [boolean, string])[] {
	const { configDir } = ports.context;
	const own = ownFolder();
	const forTeam = changes.some(({ file }) => file === 'team_settings');
	if (forTeam) {
		const { folder } = teamSource(marketplaceSource(MARKETPLACE, configDir), own);
		return [
			[
				folder !== undefined,
				`the settings take the plugin from ${folder}, because no registry has it yet: everyone who works here needs a built clone at this path`,
			],
			[true, 'claude   once, and trust the folder: it learns the marketplace; then leave it'],
			[true, `${INSTALL_COMMAND}   each of you, once`],
		];
	}
	if (isInstalled(configDir)) return [];
	return [
		[true, `claude plugin marketplace add ${shellWord(own)}`],
		[true, INSTALL_COMMAND],
	];
}

/** The plan of `req init` and what became of it, for scripts (D37); `next`: what is left to do by hand. */
export function initJson(plan: InitPlan, isDryRun: boolean, next: readonly string[]): object {
	const { layer, preset, config, configPath, fills, survey, changes, taken, ignored } = plan;
	return {
		...{ layer, preset },
		config: { path: configPath, state: config, diff: differenceText(plan) ?? null },
		test_commands: fills.testCommands,
		default_branch: fills.defaultBranch ?? null,
		found: { test_commands: survey.tests, default_branch: survey.defaultBranch ?? null },
		changes: changes.map((change) => ({
			path: change.path,
			action: change.before === undefined ? 'create' : 'change',
			why: change.why,
			diff: diffOf(plan, change),
		})),
		kept: taken,
		ignored_by_client: ignored,
		written: !isDryRun && !changesNothing(plan),
		next,
	};
}
