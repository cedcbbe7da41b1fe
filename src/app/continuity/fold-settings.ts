import type { Continuity } from '../../core/config/continuity.ts';
import type { FoldSettings } from '../../core/session-record/fold-settings.ts';

/** What a fold takes from the config. */
export function foldSettingsOf({ topics, pins, expireDays, mirror }: Continuity): FoldSettings {
	return { topics, pins: pins.max, expireDays, mirror };
}
