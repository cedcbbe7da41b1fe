import * as z from '../document/shape.ts';
import { RegistryEntry } from './schema.ts';

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
