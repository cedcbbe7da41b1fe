/** The client's settings as an object of unknown values. */
type Settings = Readonly<Record<string, unknown>>;

/**
 * Keys that change how the client looks and answers, and nothing of what it runs, loads, or writes where. A list of
 * what is harmless, because each version of the client brings keys of which nobody here has heard.
 */
const HARMLESS = new Set(
	[
		'$schema model language theme outputStyle alwaysThinkingEnabled showThinkingSummaries effortLevel fastMode',
		'verbose viewMode tui editorMode vimMode syntaxHighlightingDisabled prefersReducedMotion showTurnDuration',
		'terminalProgressBarEnabled preferredNotifChannel autoCompactEnabled respectGitignore voiceEnabled',
		'spinnerTipsEnabled spinnerTipsOverride spinnerVerbs attribution includeCoAuthoredBy feedbackSurveyRate',
		// Rules for single tools: a hook's refusal and its question come before them.
		'permissions.allow permissions.ask permissions.deny permissions.additionalDirectories',
	].flatMap((line) => line.split(' ')),
);
const PLAIN = /^[\w$.-]{1,64}$/;

/**
 * The keys that differ between two states of the client's settings and that may decide what runs, what is loaded,
 * or where something is written (D36): all but those that are known to be harmless.
 */
export function switchesChanged(before: Settings, after: Settings): string[] {
	const [old, next] = [spread(before), spread(after)];
	const keys = new Set([...Object.keys(old), ...Object.keys(next)]);
	const changed = [...keys].filter((key) => !HARMLESS.has(key) && differ(old[key], next[key]));
	return [...new Set(changed.map((key) => (PLAIN.test(key) ? key : 'a key of its own')))];
}

/** What is nested deeper than functions can follow differs from everything. */
function differ(one: unknown, other: unknown): boolean {
	return isDeep(one) || isDeep(other) || JSON.stringify(one) !== JSON.stringify(other);
}

const MAX_DEPTH = 64;

function isDeep(value: unknown, depth = 0): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return depth > MAX_DEPTH || Object.values(value).some((one) => isDeep(one, depth + 1));
}

/** With the keys of `permissions` as keys of their own. */
function spread({ permissions, ...others }: Settings): Settings {
	const isObject = typeof permissions === 'object' && permissions !== null;
	if (!isObject || Array.isArray(permissions)) return { ...others, permissions };
	const own = Object.entries(permissions).map(([key, value]) => [`permissions.${key}`, value]);
	return { ...others, ...Object.fromEntries(own) };
}
