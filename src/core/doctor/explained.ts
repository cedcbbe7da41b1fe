/** What `req doctor` looks at, in the order it tells. */
export const AREAS = ['programs', 'plugin', 'config', 'state', 'sessions', 'live'] as const;
export type Area = (typeof AREAS)[number];

/** `broken`: gates do not stand, or not where they should. `warning`: worth mending, gates stand. */
export type Severity = 'broken' | 'warning';

/** One finding as a reader of docs/troubleshooting.md gets it. */
export interface Explained {
	readonly area: Area;
	readonly severity: Severity;
	/** What it means for the gates, for docs/troubleshooting.md. */
	readonly means: string;
	/** What mends it; `<word>` is filled in from the finding. */
	readonly fix: string;
}
