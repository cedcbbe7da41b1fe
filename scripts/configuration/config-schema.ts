import * as z from 'zod/mini';
import { WrittenConfig } from '../../src/config/written-config.ts';
import { KEY_DESCRIPTIONS } from './key-descriptions.ts';

/** The schema as the first line of every preset names it: `req init` writes it beside the config. */
export const SCHEMA_NAME = 'requirements.schema.json';

/** As much of JSON Schema as the config's schema uses. */
export interface KeySchema {
	readonly type?: string;
	readonly const?: unknown;
	readonly enum?: readonly unknown[];
	readonly default?: unknown;
	readonly description?: string;
	readonly pattern?: string;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly items?: KeySchema;
	readonly anyOf?: readonly KeySchema[];
	readonly required?: readonly string[];
	readonly properties?: Readonly<Record<string, KeySchema>>;
	readonly additionalProperties?: boolean | KeySchema;
}

/** The JSON Schema of `requirements.yaml`, every key described. */
export function configSchema(): KeySchema {
	const { $schema, ...generated } = z.toJSONSchema(WrittenConfig, {
		target: 'draft-7',
		io: 'input',
	}) as KeySchema & { readonly $schema: string };
	const head = { $schema, title: 'requirements.yaml' };
	return { ...head, ...described(generated, []) };
}

/** Adds what `KEY_DESCRIPTIONS` says of the keys of a map, at every depth. */
function described(schema: KeySchema, path: readonly string[]): KeySchema {
	if (schema.properties === undefined) return schema;
	const properties = Object.entries(schema.properties).map(([name, one]) => {
		const key = [...path, name];
		const description = one.description ?? KEY_DESCRIPTIONS[key.join('.')];
		const full = description === undefined ? one : { ...one, description };
		return [name, described(full, key)] as const;
	});
	return { ...schema, properties: Object.fromEntries(properties) };
}
