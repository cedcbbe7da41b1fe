import { sessionsCleanup as cleanUp } from '../../app/commands/sessions-cleanup.ts';
import { counted } from '../../core/text/counted.ts';
import { type Answer, changed, type Desk } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';

interface Options {
	readonly dryRun?: true;
	readonly json?: true;
}

/** `req session cleanup`: 2 where a record should have gone and did not (D37). */
export async function sessionsCleanup(options: Options, { ports, caller }: Desk): Promise<Answer> {
	const request = { caller: caller(undefined), dryRun: options.dryRun === true };
	const { dryRun, keys, locked } = await cleanUp(request, ports);
	const verb = dryRun ? 'would be archived' : 'archived';
	const value = { dry_run: dryRun, archived: keys.length, keys, locked };
	const said = changed(options, `${counted(keys.length, 'session')} ${verb}`, value);
	if (locked.length === 0) return said;
	const warning = `${counted(locked.length, 'session')} locked by another process: ${locked.join(', ')}; run \`req session cleanup\` again`;
	return { ...said, warnings: [warning], exit: EXIT.warned };
}
