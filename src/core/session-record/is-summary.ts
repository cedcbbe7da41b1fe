import { member } from '../document/foreign-json.ts';
import { isSessionName } from '../session/session-name.ts';
import type { RecordSummary } from './summary.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isName: Check = (value) => typeof value === 'string' && isSessionName(value);
const isFlag: Check = (value) => typeof value === 'boolean';
const isCount: Check = (value) => typeof value === 'number';
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const maybe =
	(check: Check): Check =>
	(value) =>
		value === undefined || check(value);

const isUnpinned: Check = (value) =>
	['label', 'session', 'at'].every((field) => isText(member(value, field)));

/** By hand: a schema would cost every start more than the rows themselves. */
const FIELDS: Readonly<Record<keyof RecordSummary, Check>> = {
	...{ key: isText, uuid: isText, name: maybe(isName), user: isText, channel: isText },
	...{ branch: isText, status: isText, closed: isFlag, startedAt: isText, lastActivity: isText },
	...{ endedAt: maybe(isText), continuedBy: maybe(isText) },
	...{ topics: isText, pendingTasks: isTexts, insights: isCount },
	...{ hasWork: isFlag, expiresAt: isText, isBehind: isFlag },
	terms: isText,
	unpinned: maybe((value) => Array.isArray(value) && value.every(isUnpinned)),
	pins: (value) => isCount(member(value, 'standard')) && isCount(member(value, 'critical')),
};
const CHECKS = Object.entries(FIELDS);

/** Whether a foreign value is a `RecordSummary`: an index is what anybody may have written there. */
export function isSummary(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	const row = value as Readonly<Record<string, unknown>>;
	return CHECKS.every(([field, check]) => check(row[field]));
}
