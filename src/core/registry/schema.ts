import * as z from '../document/shape.ts';

/** One live session (D11). `pid_started` and `host` tell a reused pid from the same client. */
export const RegistryEntry = z.looseObject({
	uuid: z.string(),
	pid: z.optional(z.number()),
	pid_started: z.optional(z.string()),
	host: z.optional(z.string()),
	/** How many processes stand between the client and a hook of it, where any does: version managers start node so. */
	between: z.optional(z.number()),
	/** Linux: the namespaces of processes and of users that the client lives in. */
	spaces: z.optional(z.string()),
	cwd: z.string(),
	common_dir: z.string(),
	branch: z.string(),
	transcript: z.optional(z.string()),
	source: z.optional(z.string()),
	nested: z.optional(z.boolean()),
	started_at: z.string(),
	last_activity: z.string(),
});
export type RegistryEntry = z.output<typeof RegistryEntry>;

/** `<claude config dir>/sessions.json`: live sessions only. */
export const Registry = z.looseObject({
	schema_version: z.literal(1),
	/** Entries are checked one by one, so that a bad one costs only itself. */
	sessions: z.record(z.string(), z.unknown()),
});
export type Registry = z.output<typeof Registry>;

/**
 * What can happen to the registry; also the shape of its pending lines (D8). Made when one is read: mostly there is none.
 */
export const RegistryChange = z.lazy(() =>
	z.discriminatedUnion('op', [
		z.object({ op: z.literal('put'), key: z.string(), long_key: z.string(), entry: RegistryEntry }),
		z.object({ op: z.literal('remove'), uuids: z.array(z.string()) }),
	]),
);
export type RegistryChange = z.output<typeof RegistryChange>;
