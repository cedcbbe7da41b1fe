import { sessionsCleanup as cleanUp } from '../../app/commands/sessions-cleanup.ts';
import { counted } from '../../core/text/counted.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';

interface Options {
	readonly dryRun?: true;
	readonly json?: true;
}

/** `req sessions cleanup` */
export async function sessionsCleanup(options: Options, { ports, caller }: Desk): Promise<Answer> {
	const request = { caller: caller(undefined), dryRun: options.dryRun === true };
	const { dryRun, keys } = await cleanUp(request, ports);
	if (options.json) return jsonAnswer({ dry_run: dryRun, archived: keys.length, keys });
	const verb = dryRun ? 'would be archived' : 'archived';
	return answer(`${counted(keys.length, 'session')} ${verb}`);
}
