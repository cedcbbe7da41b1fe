import type { Admitted } from './admit.ts';
import { type Cascade, cascade } from './cascade.ts';
import { decideEnabled, decideOnFailure, decideProtect, lastWith } from './cascade-settings.ts';
import { compileContinuity, compileInherit } from './compile-continuity.ts';
import type { Config, Problem, Requirement, WhenUnchecked } from './config.ts';
import { leftOut } from './left-out.ts';
import { isOwn, type Layer, MAX_PROBLEMS, readLayer } from './read-layer.ts';
import { inLineOrder, problemIn, type Source } from './source.ts';

/** A merged config and what was wrong on the way to it. */
export interface Compilation {
	readonly config: Config;
	readonly problems: readonly Problem[];
	/** Which file set each effective key, in the order of the files (`req config show --sources`). */
	readonly origins: readonly Origin[];
}

export interface Origin {
	readonly key: string;
	readonly file: string;
}

/**
 * Merges and validates the config files of one project (D34). Never throws: whatever the files
 * hold, what is valid counts and the rest is a problem with file, key and line.
 *
 * @param sources the files that exist: global, project, local
 * @param isPattern whether a text is RE2 syntax; asked for `tool` patterns only
 */
export function compileConfig(
	sources: readonly Source[],
	isPattern: (source: string) => boolean,
): Compilation {
	const layers = sources.map(readLayer);
	const global = lastWith(layers.filter(isOwn), 'use_global');
	const useGlobal = global?.settings.use_global !== false;
	const doubtful = new Set(layers.flatMap((layer) => layer.doubtful));
	const merged = cascade(layers, useGlobal, isPattern);
	const counting = useGlobal ? layers : layers.filter(isOwn);
	const enabled = decideEnabled(counting, layers, merged);
	const protect = decideProtect(counting, layers, merged);
	const onFailure = decideOnFailure(counting, layers, merged);
	const ignored =
		useGlobal || global === undefined
			? []
			: [`The global file is ignored by ${global.source.file}.`];
	const problems = [
		...layers.flatMap((layer) => layer.problems),
		...merged.problems,
		...enabled.problems,
		...protect.problems,
		...onFailure.problems,
		...layers.filter(isOwn).flatMap(notItsOwn),
	];
	return {
		config: {
			enabled: enabled.value,
			protect: protect.value,
			requirements: enabled.requirements
				.filter(({ ruling }) => ruling.enabled)
				.map((admitted) => requirementOf(admitted, doubtful))
				.map((one) => withDefault(one, onFailure.value)),
			leftOut: leftOut(counting, merged, problems),
			clearSessionState:
				lastWith(counting, 'session_end')?.settings.session_end?.clear_session_state ?? false,
			strictResume: lastWith(counting, 'run')?.settings.run?.strict_resume ?? false,
			continuity: compileContinuity(counting),
			inherit: compileInherit(counting),
			trustedExtensions: layers
				.filter((layer) => !isOwn(layer))
				.flatMap(({ settings }) => settings.trust_extensions ?? []),
			switchedOff: [
				...ignored,
				...enabled.said,
				...protect.said,
				...onFailure.said,
				...merged.switchedOff,
			],
		},
		problems: inLineOrder(problems, sources).slice(0, MAX_PROBLEMS),
		origins: originsOf(counting, merged),
	};
}

/** A key that could not count may have been what proves the work, so by hand only the user satisfies it (D36). */
function requirementOf({ ruling, written }: Admitted, doubtful: ReadonlySet<string>): Requirement {
	const { enabled: _, ...requirement } = ruling;
	const isByDefault = written.manual === undefined && ruling.manual === 'anyone';
	return isByDefault && doubtful.has(ruling.name)
		? { ...requirement, manual: 'user' }
		: requirement;
}

/** Only what says `block` is kept: nothing else changes anything. */
function withDefault(requirement: Requirement, byDefault: WhenUnchecked): Requirement {
	const { onFailure = byDefault, ...others } = requirement;
	return onFailure === 'block' ? { ...others, onFailure } : others;
}

/** What only the user's own file may say: a repository must not trust extensions in a user's place. */
function notItsOwn({ source, settings }: Layer): Problem[] {
	if ((settings.trust_extensions ?? []).length === 0) return [];
	const message = 'counts in the global file only: whom you trust is yours to say';
	return [problemIn(source, { path: ['trust_extensions'], message })];
}

function originsOf(counting: readonly Layer[], { admitted }: Cascade): readonly Origin[] {
	const settings = counting.flatMap(({ settings, source }) =>
		Object.keys(settings).map((key) => [key, source.file] as const),
	);
	const requirements = [...admitted].flatMap(([name, { origins }]) =>
		Object.entries(origins).map(([key, file]) => [`requirements.${name}.${key}`, file] as const),
	);
	return [...new Map([...settings, ...requirements])].map(([key, file]) => ({ key, file }));
}
