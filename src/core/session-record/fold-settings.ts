/** What a fold takes from the config. */
export interface FoldSettings {
	/** Most hot topics and pins a record keeps. */
	readonly topics: number;
	readonly pins: number;
	/** After this many days without activity a record expires (D14). */
	readonly expireDays: number;
	/** Also write the record to `<claude config dir>/requirements/sessions/<uuid>.json`. */
	readonly mirror: boolean;
}

/** Where no config is at hand: for readers, who store nothing. */
export const USUAL_SETTINGS: FoldSettings = { topics: 20, pins: 10, expireDays: 7, mirror: false };

/**
 * Bytes of a journal that one fold takes at most, a tenth of a second's work; the next one goes on there. A long session
 * writes some 200 kB between two folds.
 */
export const FOLD_PORTION = 2 * 1024 * 1024;
