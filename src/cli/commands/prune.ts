import { prune as pruneAll } from '../../app/commands/prune.ts';
import { type Answer, changed, type Desk } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import { pruneJson, pruneText } from '../text/prune.ts';

/** `req prune`: 2 where something should have gone and did not (D37). */
export async function prune(
	options: {
		readonly dryRun?: true;
		readonly archiveOlderThan?: string;
		readonly json?: true;
	},
	{ ports, caller }: Desk,
): Promise<Answer> {
	const { archiveOlderThan } = options;
	const request = {
		...{ caller: caller(undefined), dryRun: options.dryRun === true, archiveOlderThan },
	};
	const pruned = await pruneAll(request, ports);
	const stays = pruned.failed.map(({ path, why }) => `${path} stays: ${why}`);
	const said = changed(options, pruneText(pruned), pruneJson(pruned), stays);
	return { ...said, exit: stays.length === 0 ? EXIT.done : EXIT.warned };
}
