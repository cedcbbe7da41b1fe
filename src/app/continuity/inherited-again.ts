import type { Bundle } from '../../core/inherit/bundle.ts';
import { bundleInsights, progressLines } from '../../core/inherit/bundle-told.ts';
import { inheritedItems } from '../../core/inject/inherited-items.ts';
import type { InjectionItem } from '../../core/inject/injection-item.ts';
import { relativeTo } from '../../core/place/paths.ts';
import type { RestoredInsight } from '../../core/restore/restoration.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import type { Ports } from '../ports.ts';
import type { Looking } from './looking-back.ts';

interface TellingBundle {
	readonly bundle: Bundle;
	/** The session has to say what it understood, and has not yet. */
	readonly isAsked: boolean;
}

/** What a session gets back of its inheritance after a compaction. */
export interface InheritedAgain {
	readonly insights: readonly RestoredInsight[];
	readonly items: readonly InjectionItem[];
}

/** What the session inherited, from its bundle: it is there however old its source is (D19). */
export async function inheritedAgain(
	record: SessionRecord,
	looking: Looking,
	ports: Ports,
): Promise<InheritedAgain | undefined> {
	const { place, session } = looking;
	const loaded = session && (await ports.bundles.read(place, session));
	if (loaded?.kind !== 'present') return undefined;
	const { required, present } = record.comprehension ?? { required: false, present: false };
	const told = { bundle: loaded.doc, isAsked: required && !present };
	return {
		insights: await insightsOfBundle(loaded.doc),
		items: await itemsOfBundle(told, looking, ports),
	};
}

/** What the lists of a bundle hold, without what holds a secret. */
export async function insightsOfBundle(bundle: Bundle): Promise<readonly RestoredInsight[]> {
	const { holdsSecret } = await import('../../core/redact/redact.ts');
	return bundleInsights(bundle, holdsSecret);
}

/** What is told of a bundle beside its lists. */
export async function itemsOfBundle(
	{ bundle, isAsked }: TellingBundle,
	{ place, session }: Looking,
	ports: Ports,
): Promise<readonly InjectionItem[]> {
	const { holdsSecret } = await import('../../core/redact/redact.ts');
	const path = session && (await ports.bundles.file(place, session));
	return inheritedItems({
		from: bundle.from_session,
		progress: progressLines(bundle, holdsSecret),
		file: path && relativeTo(place.root, path),
		isAsked,
	});
}
