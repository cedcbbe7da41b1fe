import type { Forgotten } from '../../app/commands/sessions-forget.ts';
import { counted } from '../../core/text/counted.ts';
import { oneLine } from '../../core/text/one-line.ts';

/** What went, or would go. */
export function forgottenText({ session, dryRun, removed, holders }: Forgotten): string {
	const verb = dryRun ? 'would go' : 'forgotten';
	return [
		`session ${oneLine(session.key)}, ${verb}: ${counted(removed.length, 'file')}`,
		...removed.map(({ path }) => `  ${oneLine(path)}`),
		...holders.map((key) => `  its pins in session ${oneLine(key)}`),
		'tasks, events, what it said in runs (runs/), and what later sessions were told or took over (their journals, inherited/) stay',
	].join('\n');
}

/** The same for scripts. */
export function forgottenJson({ session, dryRun, removed, holders, failed }: Forgotten): object {
	const { key, uuid } = session;
	return {
		session: { key, uuid },
		dry_run: dryRun,
		removed: removed.map(({ path }) => path),
		unpinned_in: holders,
		failed,
	};
}
