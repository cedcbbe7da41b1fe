import { type Call, programName } from '../command/call.ts';
import { optionSet, skipOptions } from '../command/skip-options.ts';

/**
 * Programs that run what follows them, and how many words of their own stand before it. They are not
 * among the wrappers: they prove nothing of the call, and patterns like `npm test` name them.
 */
const runners: ReadonlyMap<string, number> = new Map([
	...[...optionSet('busybox toybox npx bunx parallel strace ltrace unbuffer chronic')].map(
		(name): [string, number] => [name, 0],
	),
	...[...optionSet('npm pnpm yarn bun uv poetry bundle mise flock chroot')].map(
		(name): [string, number] => [name, 1],
	),
]);
const options = {
	valued: optionSet('-p --package -w --timeout -E -j -e -o'),
	passedOver: /^-/,
	until: undefined,
};
const maxDepth = 8;

/** The call that runners make in the end: `npx rimraf a` makes `rimraf a`; any other as it is. */
export function innermostCall(call: Call): Call {
	let inner = call;
	for (let depth = 0; depth < maxDepth; depth++) {
		const own = runners.get(programName(inner.words[0]));
		if (own === undefined) return inner;
		let from = 1;
		for (let skipped = 0; skipped <= own; skipped++) {
			from = skipOptions(inner.words, from + Number(skipped > 0), options).end;
		}
		if (from >= inner.words.length) return inner;
		inner = { ...inner, words: inner.words.slice(from), spellings: inner.spellings.slice(from) };
	}
	return inner;
}
