import { byName, wordsIn } from './call.ts';

/** A set of options from one text: `'-C -c --git-dir'`. */
export function optionSet(text: string): ReadonlySet<string> {
	return new Set(wordsIn(text));
}

export const GIT_OPTIONS = optionSet('-C -c --git-dir --work-tree --namespace --config-env');

/** Options that take the next word and may come before the subcommand of a program. */
export const LEADING_OPTIONS = byName<ReadonlySet<string>>({
	git: GIT_OPTIONS,
	'gh glab': optionSet('-R --repo'),
	npm: optionSet('-C --prefix -w --workspace --loglevel --registry --access --tag --otp'),
	pnpm: optionSet('-C --dir -F --filter --reporter --loglevel'),
	'yarn bun': optionSet('--cwd -F --filter -c --config'),
	'npx bunx pnpx': optionSet('-p --package -w --workspace'),
	'docker podman': optionSet(`-c --context -H --host -f --file -p --project-name --profile
		--project-directory --env-file --config -l --log-level`),
	kubectl: optionSet(`-n --namespace --context --cluster --user --kubeconfig -s --server --as
		--as-group --token --request-timeout`),
	helm: optionSet('-n --namespace --kube-context --kubeconfig'),
	'terraform tofu': optionSet(''),
	cargo: optionSet('-C -Z --config --color --manifest-path'),
	'make gmake': optionSet('-C -f -I -o -W'),
	req: optionSet('--session'),
});

/** An option, `cargo +nightly`, `A=1` (env, make). */
const OPTION = /^(?:[-+]|[a-z_]\w*\+?=)/i;

/** The index of the first word, from an index on, that is no option and no value of one. */
export function skipOptions(
	words: readonly string[],
	from: number,
	valued: ReadonlySet<string>,
): number {
	let end = from;
	while (OPTION.test(words[end] ?? '')) end += valued.has(words[end] ?? '') ? 2 : 1;
	return Math.min(end, words.length);
}

/** What a program makes of the words behind its name. */
export interface Arguments {
	readonly operands: readonly string[];
	/** Values of options, by name; one without a value has the empty string. */
	readonly options: ReadonlyMap<string, string>;
}

/**
 * Reads options before `--`: `-rf` is `-r` and `-f`, `-uroot` has the value `root` if `-u` is
 * valued, and what follows `-i` is a suffix (`sed -i.bak`).
 *
 * @param valued options that take the next word if nothing is attached to them
 */
export function readArguments(words: readonly string[], valued: ReadonlySet<string>): Arguments {
	const operands: string[] = [];
	const options = new Map<string, string>();
	const end = words.includes('--') ? words.indexOf('--') : words.length;
	for (let at = 0; at < end; at++) {
		const word = words[at] ?? '';
		const { names, attached } = optionsIn(word, valued);
		if (names.length === 0) operands.push(word);
		const takesNext = attached === '' && valued.has(names.at(-1) ?? '');
		if (takesNext) at += 1;
		for (const name of names) options.set(name, takesNext ? (words[at] ?? '') : attached);
	}
	return { operands: [...operands, ...words.slice(end + 1)], options };
}

/**
 * The options in one word, and what is attached to the last: `-pi.bak` is `-p` and `-i` with
 * `.bak`.
 */
function optionsIn(word: string, valued: ReadonlySet<string>) {
	if (!/^-./.test(word)) return { names: [], attached: '' };
	const [, long, attached = ''] = /^(--[^=]+)(?:=(.*))?$/s.exec(word) ?? [];
	if (long !== undefined) return { names: [long], attached };
	const letters = [...word.slice(1)].map((letter) => `-${letter}`);
	const last = letters.findIndex((name) => name === '-i' || valued.has(name));
	const names = last < 0 ? letters : letters.slice(0, last + 1);
	return { names, attached: word.slice(1 + names.length) };
}
