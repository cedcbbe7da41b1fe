import { type Forgotten, sessionsForget as forget } from '../../app/commands/sessions-forget.ts';
import { counted } from '../../core/text/counted.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { type Answer, changed, type Desk } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';

/** `req session forget REF`: 1 where nobody said yes, 2 where something stayed (D37). */
export async function sessionsForget(
	reference: string,
	options: { readonly yes?: true; readonly json?: true },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(undefined), reference, sure: options.yes === true };
	const forgotten = await forget(request, ports);
	const { dryRun, failed } = forgotten;
	const said = changed(options, forgottenText(forgotten), forgottenJson(forgotten), [
		...(dryRun ? ['nothing was removed: say --yes to remove it'] : []),
		...failed.map(({ path, why }) => `${path} stays: ${why}`),
	]);
	if (dryRun) return { ...said, exit: EXIT.no };
	return { ...said, exit: failed.length === 0 ? EXIT.done : EXIT.warned };
}

/** What went, or would go. */
function forgottenText({ session, dryRun, removed, holders }: Forgotten): string {
	const verb = dryRun ? 'would go' : 'forgotten';
	return [
		`session ${oneLine(session.key)}, ${verb}: ${counted(removed.length, 'file')}`,
		...removed.map(({ path }) => `  ${oneLine(path)}`),
		...holders.map((key) => `  its pins in session ${oneLine(key)}`),
		'tasks, events, what it said in runs (runs/), and what later sessions were told or took over (their journals, inherited/) stay',
	].join('\n');
}

/** The same for scripts. */
function forgottenJson({ session, dryRun, removed, holders, failed }: Forgotten): object {
	const { key, uuid } = session;
	return {
		session: { key, uuid },
		dry_run: dryRun,
		removed: removed.map(({ path }) => path),
		unpinned_in: holders,
		failed,
	};
}
