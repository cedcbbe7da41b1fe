import { issueText, type Shape } from '../../src/store/shape.ts';

/** A value that has to have a shape; what is wrong with it is the test's failure. */
export function shaped<Value>(shape: Shape<Value>, value: unknown): Value {
	const read = shape.safeParse(value);
	if (!read.success) throw new Error(issueText(read.issue));
	return read.data;
}
