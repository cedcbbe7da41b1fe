import { issueText, type Shape } from '../../src/store/shape.ts';

/** A value that has to have a shape; what is wrong with it is the test's failure. */
export function shaped<Value>(shape: Shape<Value>, value: unknown): Value {
	if (shape.fits(value)) return value;
	const issue = shape.check(value);
	throw new Error(issue && issueText(issue));
}
