import type { SatisfactionFields } from '../../core/branch-state/requirement-state.ts';
import { branchText } from '../../core/place/branch-text.ts';
import { oneLine } from '../../core/text/one-line.ts';

/** Who or what satisfied a requirement, with what proves it: `skill /arch-review`, `carried from 1a2b3c4d, /arch-review`. */
export function byWhom({ satisfied_by, metadata }: SatisfactionFields): string {
	const detail = detailOf(metadata ?? {});
	if (satisfied_by === 'carried') {
		const branch = textIn(metadata, 'carried_from_branch');
		const whence = branch === undefined ? textIn(metadata, 'carried_from') : branchText(branch);
		const from = `carried from ${whence ?? 'a session'}`;
		const origin = detail ?? textIn(metadata, 'originally_by');
		return oneLine(origin === undefined ? from : `${from}, ${origin}`);
	}
	const by = satisfied_by ?? '?';
	return oneLine(detail === undefined ? by : `${by} ${detail}`);
}

function detailOf(metadata: Readonly<Record<string, unknown>>): string | undefined {
	const approved = textIn(metadata, 'approved_by');
	const skill = textIn(metadata, 'skill');
	return (approved && `by ${approved}`) ?? (skill && `/${skill}`) ?? textIn(metadata, 'command');
}

function textIn(
	metadata: Readonly<Record<string, unknown>> | undefined,
	key: string,
): string | undefined {
	const value = metadata?.[key];
	return typeof value === 'string' && value !== '' ? value : undefined;
}
