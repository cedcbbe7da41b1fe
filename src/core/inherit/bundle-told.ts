import type { RestoredInsight } from '../restore/restoration.ts';
import { flat } from '../text/one-line.ts';
import type { Bundle } from './bundle.ts';
import { KIND_OF, LISTS } from './selection.ts';

type HoldsSecret = (text: string) => boolean;

/**
 * The items of a bundle as insights: with the confidence they were inherited with, each known by the session it is
 * of. Where the bundle is told again its sources need not be there any more.
 */
export function bundleInsights(bundle: Bundle, holdsSecret: HoldsSecret): RestoredInsight[] {
	return LISTS.flatMap((list) =>
		bundle[list].flatMap((text, index) => {
			if (holdsSecret(text)) return [];
			const origin = bundle.origins[list][index];
			const from = origin?.session ?? bundle.from_session;
			const confidence = origin?.confidence ?? 0;
			const created_at = bundle.from_completed_at;
			const insight = {
				id: from,
				kind: KIND_OF[list],
				text,
				confidence,
				source: 'bundle',
				created_at,
			};
			return [{ insight, from, confidence }];
		}),
	);
}

/** The lines of its progress text that say something, oldest first. */
export function progressLines(
	{ progress_summary: text }: Pick<Bundle, 'progress_summary'>,
	holdsSecret: HoldsSecret,
): string[] {
	return text.split('\n').filter((line) => flat(line) !== '' && !holdsSecret(line));
}
