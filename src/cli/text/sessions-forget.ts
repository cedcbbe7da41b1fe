import type { Forgotten } from '../../app/commands/sessions-forget.ts';
import { counted } from '../../core/text/counted.ts';
import { oneLine } from '../../core/text/one-line.ts';

/** What went, or would go. */
export function forgottenText({ session, dryRun, removed }: Forgotten): string {
	const verb = dryRun ? 'would go' : 'forgotten';
	return [
		`session ${oneLine(session.key)}, ${verb}: ${counted(removed.length, 'file')}`,
		...removed.map(({ path }) => `  ${oneLine(path)}`),
	].join('\n');
}

/** The same for scripts. */
export function forgottenJson({ session, dryRun, removed, failed }: Forgotten): object {
	const { key, uuid } = session;
	return {
		session: { key, uuid },
		dry_run: dryRun,
		removed: removed.map(({ path }) => path),
		failed,
	};
}
