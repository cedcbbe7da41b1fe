import { DURATION } from '../../src/config/duration.ts';
import { SKILL_NAME } from '../../src/config/skill-name.ts';
import { isRecord } from '../../src/store/shape.ts';
import type { KeySchema } from './config-schema.ts';

/** A key of the config: its path (`requirements.*.scope`) and its schema. */
export interface ConfigKey {
	readonly path: string;
	readonly name: string;
	readonly schema: KeySchema;
	readonly isNeeded: boolean;
}

/** The keys of a map; with `deep`, the keys of the maps in it instead of these. */
export function keysOf(map: KeySchema, around: string, deep: boolean): readonly ConfigKey[] {
	return Object.entries(map.properties ?? {}).flatMap(([name, schema]) => {
		const path = around === '' ? name : `${around}.${name}`;
		const isNeeded = map.required?.includes(name) === true;
		const inner = deep ? keysOf(schema, path, deep) : [];
		return inner.length > 0 ? inner : [{ path, name, schema, isNeeded }];
	});
}

/** The keys as a Markdown table. Names are told from the section on: `relevance.threshold`. */
export function keyTable(keys: readonly ConfigKey[], section: string): string {
	const heads = ['key', 'value', 'default', 'means'];
	const rows = keys.map((key) => [
		code(section === '' ? key.path : key.path.slice(section.length + 1)),
		valueText(key.schema),
		defaultText(key),
		meaningOf(key.schema),
	]);
	return [heads, heads.map(() => '---'), ...rows].map(rowText).join('\n');
}

/** One example of a key, as a file has it. */
export function exampleOf({ name, schema }: ConfigKey): string {
	const [example] = schema.examples ?? [];
	return example === undefined ? '' : `${name}: ${inline(example)}`;
}

/** What a description says of the default, after its last `Default: `. */
export function saidDefault({ description = '' }: KeySchema): string | undefined {
	return /Default: (.*)\.$/.exec(description)?.[1];
}

function meaningOf({ description = '' }: KeySchema): string {
	return description.replace(/ ?Default: .*\.$/, '').replace(/ ?Needed with .*\.$/, '');
}

function defaultText({ schema, isNeeded }: ConfigKey): string {
	const needed = /Needed (with .*)\.$/.exec(schema.description ?? '')?.[1];
	if (isNeeded || needed !== undefined) return `needed${needed === undefined ? '' : ` ${needed}`}`;
	if (schema.default !== undefined) return code(inline(schema.default));
	const said = saidDefault(schema);
	if (said === undefined) return schema.type === 'object' ? code('{}') : 'none';
	return isValue(said) ? code(said) : said;
}

/** Whether a default is told as it would be written, and not in words. */
function isValue(said: string): boolean {
	return said !== 'none' && /^(?:[\w-]+|\[[^\]]*\])$/.test(said);
}

function valueText(schema: KeySchema): string {
	if (schema.const !== undefined) return code(inline(schema.const));
	if (schema.enum !== undefined) return schema.enum.map((one) => code(inline(one))).join(', ');
	if (schema.anyOf !== undefined) return unionText(schema.anyOf);
	return TYPE_TEXTS[schema.type ?? '']?.(schema) ?? '';
}

const TYPE_TEXTS: Readonly<Record<string, (schema: KeySchema) => string>> = {
	array: ({ items = {} }) => `list of ${valueText(items)}`,
	boolean: () => `${code('true')}, ${code('false')}`,
	integer: rangeText,
	number: (schema) => `number, ${rangeText(schema)}`,
	object: () => 'map, see below',
	string: textText,
};

/** `[item, list of items]` is how the schema writes a list that may be its only item. */
function unionText(forms: readonly KeySchema[]): string {
	const [first = {}, second] = forms;
	if (second?.type !== 'array') return forms.map(valueText).join(', ');
	const isTrigger = first.anyOf?.some((one) => one.enum?.includes('edit')) === true;
	return `list of ${isTrigger ? '[triggers](#triggers)' : valueText(first)}`;
}

function textText({ pattern }: KeySchema): string {
	if (pattern === DURATION.source) return 'duration: `30m`, `8h`, `1d12h`';
	return pattern === SKILL_NAME.source ? 'skill' : 'text';
}

function rangeText({ minimum, maximum }: KeySchema): string {
	return `${grouped(minimum)} to ${grouped(maximum)}`;
}

function grouped(value: number | undefined): string {
	return (value ?? 0).toLocaleString('en');
}

/** A value as YAML writes it on one line. */
export function inline(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
	if (isRecord(value)) {
		const entries = Object.entries(value).map(([key, one]) => `${key}: ${inline(one)}`);
		return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
	}
	if (typeof value !== 'string') return JSON.stringify(value);
	return value.includes('*') ? JSON.stringify(value) : value;
}

function code(text: string): string {
	return text === '' ? '' : `\`${text}\``;
}

function rowText(cells: readonly string[]): string {
	return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
