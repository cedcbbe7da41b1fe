import { sessionsForget as forget } from '../../app/commands/sessions-forget.ts';
import { type Answer, changed, type Desk } from '../desk.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { forgottenJson, forgottenText } from '../text/sessions-forget.ts';

interface Options {
	readonly yes?: true;
	readonly json?: true;
}

/** `req session forget REF`: 1 where nobody said yes, 2 where something stayed (D37). */
export async function sessionsForget(
	reference: string,
	options: Options,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(undefined), reference, sure: options.yes === true };
	const forgotten = await forget(request, ports);
	const { dryRun, failed } = forgotten;
	const said = changed(options, forgottenText(forgotten), forgottenJson(forgotten), [
		...(dryRun ? ['nothing was removed: say --yes to remove it'] : []),
		...failed.map(({ path, why }) => `${path} stays: ${why}`),
	]);
	return { ...said, exit: exitOf(dryRun, failed.length) };
}

function exitOf(dryRun: boolean, failed: number): ExitCode {
	if (dryRun) return EXIT.no;
	return failed === 0 ? EXIT.done : EXIT.warned;
}
