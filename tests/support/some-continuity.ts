import { type Continuity, DEFAULTS } from '../../src/config/settings.ts';

/** `continuity` where no file says anything. */
export const DEFAULT_CONTINUITY: Continuity = DEFAULTS.continuity;
