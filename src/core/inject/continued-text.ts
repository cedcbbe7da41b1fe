import { named } from '../text/one-line.ts';
import type { Injection } from './compile-injection.ts';

/** What came of going on with a session. */
interface ContinuedFacts {
	/** Key of the source. */
	readonly ref: string;
	readonly injection: Pick<Injection, 'text'>;
	/** The source is at work still. */
	readonly isRunning: boolean;
}

/** What a user reads who asked to go on with a session. */
export function continuedLines({ ref, injection, isRunning }: ContinuedFacts): string[] {
	const what =
		injection.text === ''
			? `session ${named(ref)} is linked; it has nothing to pass on.`
			: `this session goes on with session ${named(ref)}: what that one knew is in its context now.`;
	return [what, ...(isRunning ? [runningWarning(ref)] : [])];
}

/** That the source is not over (D25). */
export function runningWarning(ref: string): string {
	return `session ${named(ref)} is still running: what it does from now on is not passed on.`;
}
