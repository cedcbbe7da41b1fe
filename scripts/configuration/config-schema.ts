import * as z from 'zod/mini';
import { WrittenConfig } from '../../src/config/settings.ts';

/** The schema as the first line of every preset names it; `req init` writes its address there. */
export const SCHEMA_NAME = 'requirements.schema.json';

/** As much of JSON Schema as the config's schema uses. */
export interface KeySchema {
	readonly type?: string;
	readonly const?: unknown;
	readonly enum?: readonly unknown[];
	readonly default?: unknown;
	readonly description?: string;
	readonly examples?: readonly unknown[];
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
		// Zod leaves out `examples` of a form that transforms its value.
		override: ({ jsonSchema }) => {
			const { example } = jsonSchema;
			delete jsonSchema['example'];
			if (example !== undefined) jsonSchema.examples = [example];
		},
	}) as KeySchema & { readonly $schema: string };
	return { ...{ $schema, title: 'requirements.yaml' }, ...generated };
}
