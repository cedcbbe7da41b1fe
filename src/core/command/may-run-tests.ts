/** Programs that do nothing but test. */
const TESTERS =
	/(?<![a-z\d])(?:vitest|jest|mocha|ava|cypress|py\.?test|unittest|tox|nox|rspec|phpunit|ctest)(?![a-z\d])/;
/** Programs that test when they are told to (test-runners.ts), */
const PROGRAMS =
	/(?<![a-z\d])(?:np[mx]|p?npm|pnpx|yarn|bunx?|node|deno|playwright|go|cargo|g?make|just|turbo|nx|gradlew?|mvnw?|bazel(?:isk)?|rails|rake|composer|dotnet|swift|mix|sbt|flutter|zig)(?![a-z\d])/;
/** and the words that tell them. */
const WORDS = /(?<![a-z\d])(?:tests?|tst|check|verify|specs?|nextest)(?![a-z\d])/;
/** `npm t`, `npm it`, `cargo t`. */
const SHORT = /\s(?:t|it|cit)(?![a-z\d])/;

/** Whether a command line may run tests: a look at its letters, so that the parser is loaded for few. */
export function mayRunTests(source: string): boolean {
	const letters = source.toLowerCase();
	if (TESTERS.test(letters)) return true;
	if (SHORT.test(letters) && /npm|cargo/.test(letters)) return true;
	return PROGRAMS.test(letters) && WORDS.test(letters);
}
