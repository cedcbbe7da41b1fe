/** A skill as people write it: `arch-review`, `/arch-review`, `req:arch-review`, `/req:arch-review`. */
export const SKILL_NAME = /^\/?(?:[A-Za-z0-9_.-]{1,64}:){0,3}[A-Za-z0-9_.-]{1,64}$/;

/** The skill's name without slash and plugin prefix. Idempotent. */
export function bareSkillName(written: string): string {
	return written.slice(written.lastIndexOf(':') + 1).replace(/^\//, '');
}
