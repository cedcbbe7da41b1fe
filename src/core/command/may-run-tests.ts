/** Letters of which one stands in every way to run tests that is known (test-runners.ts). */
const LETTERS = /test|jest|mocha|tox|nox|rspec|phpunit|check|\bava\b|verify|cypress|spec|coverage/;
/** `npm t`, `npm it`, `cargo t`, `cargo nextest r`. */
const SHORT = /\s(?:t|tst|it|cit|r)\b/;

/** Whether a command line may run tests: a look at its letters, so that the parser is loaded for few. */
export function mayRunTests(source: string): boolean {
	return LETTERS.test(source) || (SHORT.test(source) && /npm|cargo/.test(source));
}
