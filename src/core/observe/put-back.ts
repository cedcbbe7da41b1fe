import { withoutPutBack } from '../journal/ledger.ts';
import { type JournalLine, ofKind } from '../journal/line.ts';
import type { Changed } from './look.ts';

/** What a shell leaves as it is. */
const PLAIN = /^[\w@+][\w./@+-]*$/;

/**
 * The command that puts files back as they were before a call: those that were as committed, and those that were not
 * there. `undefined` where none does: nobody has kept what somebody had not committed.
 */
export function putBackCommand(
	changed: readonly Changed[],
	commit: string | undefined,
): string | undefined {
	const all = changed.every(({ path, was }) => PLAIN.test(path) && /^(?:clean|absent)$/.test(was));
	if (!all || changed.length === 0) return undefined;
	const of = (kind: string) => changed.filter(({ was }) => was === kind).map(({ path }) => path);
	const [clean, absent] = [of('clean'), of('absent')];
	return [
		...(clean.length === 0
			? []
			: [`git checkout ${commit?.slice(0, 12) ?? 'HEAD'} -- ${clean.join(' ')}`]),
		...(absent.length === 0 ? [] : [`rm ${absent.join(' ')}`]),
	].join(' && ');
}

/** The requirements that let a command line go on because it puts back what got round them; it was named for that. */
export function putsBack(
	source: string,
	lines: readonly JournalLine[],
	branch: string,
): readonly string[] {
	return ofKind(withoutPutBack(lines), 'bypassed').flatMap((line) => {
		const changed = line.paths.map((path, index) => ({ path, was: line.was[index] ?? '' }));
		const isAll = line.branch === branch && line.more !== true;
		return isAll && putBackCommand(changed, line.commit) === source.trim() ? line.names : [];
	});
}
