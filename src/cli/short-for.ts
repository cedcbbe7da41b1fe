/** What a word means in these groups that is none of their commands: `req inherit auth-v1` is `req inherit from auth-v1`. */
export const SHORT_FOR: ReadonlyMap<string, string> = new Map([
	['learn', 'learning'],
	['inherit', 'from'],
]);
