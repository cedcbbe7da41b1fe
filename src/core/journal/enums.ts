import * as z from '../../store/shape.ts';

// What lines, records and tasks say in the same words. Apart from the lines: who reads a record need not know those.

/** What a pin may be worth: a critical one crosses branches and ignores relevance (D20). */
export const Importance = z.enum(['critical', 'standard']);
export type Importance = z.output<typeof Importance>;

/** The four kinds of insight. */
export const InsightKind = z.enum(['learning', 'pattern', 'warning', 'decision']);
export type InsightKind = z.output<typeof InsightKind>;

/** Where a task stands: the client's own words are mapped to these. */
export const TaskStatus = z.enum(['open', 'in_progress', 'done', 'dropped']);
export type TaskStatus = z.output<typeof TaskStatus>;
