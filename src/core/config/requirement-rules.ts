import type { Misfit } from './shape.ts';
import { canMatchGatedTool, GATED_TOOLS } from './tool-pattern.ts';
import type { WrittenRequirement } from './written-requirement.ts';

/** What keys of one requirement must have to do with each other, beyond the shape of each. */
const RULES: readonly {
	readonly key: keyof WrittenRequirement;
	readonly broken: (written: WrittenRequirement) => boolean;
	readonly message: string;
}[] = [
	{
		key: 'guard',
		broken: (written) => written.type === 'guard' && written.guard === undefined,
		message: 'a guard needs guard: protected_branch',
	},
	...(['guard', 'branches'] as const).map((key) => ({
		key,
		broken: (written: WrittenRequirement) => written.type !== 'guard' && written[key] !== undefined,
		message: 'counts only with type: guard',
	})),
	{
		key: 'hold_stop',
		broken: (written) => written.enforce === 'stop' && written.hold_stop === false,
		message: 'false leaves nothing to hold with enforce: stop; delete it, or write enforce: deny',
	},
	{
		key: 'hold_stop',
		broken: (written) => written.enforce === 'warn' && written.hold_stop === true,
		message: 'true counts only with enforce: deny or stop; delete it, or write enforce: deny',
	},
	{
		key: 'measure',
		broken: (written) => written.type === 'dynamic' && written.measure === undefined,
		message: 'a dynamic requirement needs measure: branch_size',
	},
	{
		key: 'block',
		broken: ({ type, warn, block }) =>
			type === 'dynamic' && warn === undefined && block === undefined,
		message: 'a dynamic requirement needs warn, block or both',
	},
	...(['measure', 'warn', 'block'] as const).map((key) => ({
		key,
		broken: (written: WrittenRequirement) =>
			written.type !== 'dynamic' && written[key] !== undefined,
		message: 'counts only with type: dynamic',
	})),
];

/**
 * What is wrong with a requirement whose keys are each fine. Empty: it can gate.
 *
 * @param isPattern whether a text is RE2 syntax; asked for `tool` patterns only
 */
export function brokenRules(
	written: WrittenRequirement,
	isPattern: (source: string) => boolean,
): readonly Misfit[] {
	const relations = RULES.filter(({ broken }) => broken(written)).map(({ key, message }) => ({
		path: [key],
		message,
	}));
	const tools = (['triggers', 'blocks', 'stale_after'] as const).flatMap((key) =>
		(written[key] ?? []).flatMap((trigger, index): readonly Misfit[] => {
			if (trigger === 'edit' || !('tool' in trigger)) return [];
			const message = patternFault(trigger.tool, isPattern);
			return message === undefined ? [] : [{ path: [key, index, 'tool'], message }];
		}),
	);
	return [...relations, ...tools];
}

/**
 * What is odd about a requirement that can gate nevertheless: it stands, and this is said.
 *
 * @param entry what one file says of it; only what that file touches is its doing
 * @param written the same with what earlier files said
 */
export function oddities(
	entry: WrittenRequirement,
	written: WrittenRequirement,
): readonly Misfit[] {
	const { warn, block } = written;
	if (warn === undefined || block === undefined || warn < block) return [];
	const key = entry.warn === undefined ? 'block' : 'warn';
	if (entry[key] === undefined) return [];
	return [{ path: [key], message: `never warns: warn (${warn}) is not below block (${block})` }];
}

function patternFault(pattern: string, isPattern: (source: string) => boolean): string | undefined {
	if (!isPattern(pattern)) return 'is not a regular expression in RE2 syntax';
	if (canMatchGatedTool(pattern)) return undefined;
	return `matches no gated tool: ${GATED_TOOLS}`;
}
