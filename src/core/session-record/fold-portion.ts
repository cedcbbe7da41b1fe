/**
 * Bytes of a journal that one fold takes at most, a tenth of a second's work; the next one goes on there. A long session
 * writes some 200 kB between two folds.
 */
export const FOLD_PORTION = 2 * 1024 * 1024;
