import { typeConfigs } from '../requirement-type/type-table.ts';
import type { Misfit } from './shape.ts';
import { canMatchGatedTool, GATED_TOOLS } from './tool-pattern.ts';
import { KEY_FORMS, type WrittenRequirement } from './written-requirement.ts';

interface Rule {
	readonly key: string;
	readonly broken: (written: WrittenRequirement & Readonly<Record<string, unknown>>) => boolean;
	readonly message: string;
}

/** What keys of one requirement must have to do with each other, beyond the shape of each. */
const RULES: readonly Rule[] = [
	...typeConfigs().flatMap(([name, { keys, needs }]): Rule[] => [
		...needs.map((need) => ({
			key: need.keys.at(-1) ?? '',
			broken: (written: Parameters<Rule['broken']>[0]) =>
				written.type === name && need.keys.every((key) => written[key] === undefined),
			message: need.message,
		})),
		...Object.keys(keys(KEY_FORMS)).map((key) => ({
			key,
			broken: (written: Parameters<Rule['broken']>[0]) =>
				written.type !== name && written[key] !== undefined,
			message: `counts only with type: ${name}`,
		})),
	]),
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
	return typeConfigs().flatMap(([, { oddity }]) => {
		const message = oddity?.text(written);
		const key = oddity?.keys.find((one) => (entry as Record<string, unknown>)[one] !== undefined);
		return message === undefined || key === undefined ? [] : [{ path: [key], message }];
	});
}

function patternFault(pattern: string, isPattern: (source: string) => boolean): string | undefined {
	if (!isPattern(pattern)) return 'is not a regular expression in RE2 syntax';
	if (canMatchGatedTool(pattern)) return undefined;
	return `matches no gated tool: ${GATED_TOOLS}`;
}
