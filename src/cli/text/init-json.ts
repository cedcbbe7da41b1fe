import type { InitPlan } from '../../app/init/init-plan.ts';
import { isSchema } from '../../core/setup/setup-file.ts';
import { differenceText, diffOf } from './init.ts';

/** The plan of `req init` and what became of it, for scripts (D37). */
export function initJson(
	plan: InitPlan,
	{ isDryRun, next }: { readonly isDryRun: boolean; readonly next: readonly string[] },
): object {
	const { layer, preset, config, configPath, fills, survey, changes, taken, ignored } = plan;
	return {
		layer,
		preset,
		config: { path: configPath, state: config, diff: differenceText(plan) ?? null },
		test_commands: fills.testCommands,
		default_branch: fills.defaultBranch ?? null,
		found: {
			test_commands: survey.tests,
			default_branch: survey.defaultBranch ?? null,
		},
		changes: changes.map((change) => ({
			path: change.path,
			action: change.before === undefined ? 'create' : 'change',
			why: change.why,
			// A thousand lines of schema tell nobody what changes.
			diff: isSchema(change.file) ? null : diffOf(plan, change),
		})),
		kept: taken,
		ignored_by_client: ignored,
		written: !isDryRun && changes.length > 0,
		next,
	};
}
