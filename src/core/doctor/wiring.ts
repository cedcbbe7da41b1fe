import { shellWord } from '../setup/shell-word.ts';
import { named } from '../text/one-line.ts';
import { type Examined, type Finding, finding } from './finding.ts';
import type { HookCommand } from './hook-commands.ts';
import { lineOfKey } from './json-file.ts';
import { isOn, type PluginFacts } from './plugin.ts';
import type { SettingsFile } from './settings.ts';

/** A hook of this package that settings wire. */
export interface WiredHook {
	readonly by: SettingsFile;
	readonly hook: HookCommand;
	/** Files it names and that are not there. */
	readonly missing: readonly string[];
}

/** Everything that can bring our hooks to the client. */
export interface WiringFacts {
	readonly plugins: readonly PluginFacts[];
	readonly wired: readonly WiredHook[];
	/** Events this package has hooks for. */
	readonly events: readonly string[];
	/** A hook of ours was at work in a session that lives here: `--plugin-dir`, or an installation since then. */
	readonly isAtWork: boolean;
	/** Settings that might say more cannot be read. */
	readonly isUnknown: boolean;
	/** The folder of this package: a marketplace by itself. */
	readonly own: string;
}

/** Whether our hooks reach the client, and only once (host fact 10). */
export function examineWiring(facts: WiringFacts): Examined {
	const { wired, plugins } = facts;
	const files = [...new Set(wired.map(({ by }) => by))];
	const checks = files.map(({ layer, path }) => `hooks wired by ${layer} settings: ${path}`);
	const isReached = plugins.length > 0 || wired.length > 0;
	if (isReached) {
		return { checks, findings: [...wiringFindings(facts, files), ...twice(facts, files)] };
	}
	if (facts.isAtWork) {
		const how = 'a hook was seen at work in a live session here; how it was loaded leaves no trace';
		return { checks: [how], findings: [] };
	}
	if (facts.isUnknown) return { checks, findings: [] };
	const words = { own: shellWord(facts.own) };
	const what = 'no session here runs a hook of req';
	return { checks, findings: [finding('not_installed', what, { words })] };
}

function wiringFindings(facts: WiringFacts, files: readonly SettingsFile[]): Finding[] {
	const { wired, events, plugins } = facts;
	const missing = wired.flatMap(({ by, hook, missing: paths }) =>
		paths.map((path) =>
			finding('wiring_file_missing', `${named(hook.event)} names ${path}, which is not there`, {
				file: by.path,
				line: lineOfKey(by, hook.event),
				key: `hooks.${hook.event}`,
			}),
		),
	);
	const [file] = files;
	if (file === undefined || plugins.some(isOn)) return missing;
	const unwired = events.filter((event) => wired.every(({ hook }) => hook.event !== event));
	if (unwired.length === 0) return missing;
	const where = { file: file.path, line: lineOfKey(file, 'hooks'), key: 'hooks' };
	const what = `settings wire no hook of req for ${unwired.join(', ')}`;
	return [...missing, finding('wiring_incomplete', what, where)];
}

function twice({ plugins }: WiringFacts, files: readonly SettingsFile[]): Finding[] {
	const on = plugins.filter(isOn);
	const sources = [...on.map(({ id }) => `plugin ${named(id)}`), ...files.map(({ path }) => path)];
	if (sources.length < 2) return [];
	const file = files[0] ?? on[1]?.switched?.by;
	const where = {
		file: file?.path,
		line: file && lineOfKey(file, files.length > 0 ? 'hooks' : (on[1]?.id ?? '')),
		key: files.length > 0 ? 'hooks' : on[1]?.id,
	};
	return [finding('double_run', `each hook runs ${sources.length} times`, where)];
}
