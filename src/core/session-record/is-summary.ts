import { type Foreign, member } from '../document/foreign-json.ts';
import { isSessionName } from '../session/session-name.ts';
import type { RecordSummary } from './summary.ts';

/**
 * Whether a foreign value is a `RecordSummary`: an index is what anybody may have written there. By hand and field by
 * field: every start asks it of every row, and a schema would cost more than the rows themselves.
 */
export function isSummary(value: unknown): value is RecordSummary {
	if (typeof value !== 'object' || value === null) return false;
	const row = value as Foreign<RecordSummary>;
	return areTexts(row) && areOptionalTexts(row) && areFlags(row) && areCountsAndLists(row);
}

function areTexts(row: Foreign<RecordSummary>): boolean {
	return (
		typeof row.key === 'string' &&
		typeof row.uuid === 'string' &&
		typeof row.user === 'string' &&
		typeof row.channel === 'string' &&
		typeof row.branch === 'string' &&
		typeof row.status === 'string' &&
		typeof row.startedAt === 'string' &&
		typeof row.lastActivity === 'string' &&
		typeof row.expiresAt === 'string' &&
		typeof row.topics === 'string' &&
		typeof row.terms === 'string'
	);
}

function areOptionalTexts({ name, endedAt, continuedBy }: Foreign<RecordSummary>): boolean {
	return (
		(name === undefined || (typeof name === 'string' && isSessionName(name))) &&
		(endedAt === undefined || typeof endedAt === 'string') &&
		(continuedBy === undefined || typeof continuedBy === 'string')
	);
}

function areFlags({ closed, hasWork, isBehind }: Foreign<RecordSummary>): boolean {
	return (
		typeof closed === 'boolean' && typeof hasWork === 'boolean' && typeof isBehind === 'boolean'
	);
}

function areCountsAndLists(row: Foreign<RecordSummary>): boolean {
	const { insights, pins, pendingTasks, unpinned } = row;
	return (
		typeof insights === 'number' &&
		typeof member(pins, 'standard') === 'number' &&
		typeof member(pins, 'critical') === 'number' &&
		Array.isArray(pendingTasks) &&
		pendingTasks.every(isText) &&
		(unpinned === undefined || (Array.isArray(unpinned) && unpinned.every(isUnpinned)))
	);
}

function isText(value: unknown): boolean {
	return typeof value === 'string';
}

function isUnpinned(value: unknown): boolean {
	return ['label', 'session', 'at'].every((field) => isText(member(value, field)));
}
