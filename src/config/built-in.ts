import builtIn from '../../config/built-in.json' with { type: 'json' };

/** Skills of a requirement that names none itself. */
export const BUILT_IN_SKILLS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(builtIn.skills));

/** The skills of the plugin. */
export const SHIPPED_SKILLS: ReadonlySet<string> = new Set([...BUILT_IN_SKILLS.values()].flat());

/** What `req init --preset` writes, by name. */
export const PRESETS = builtIn.presets;
