import { MAX_RECORD_BYTES } from '../src/core/session-record/within-size.ts';
import { plantRecords, someRecord } from '../tests/support/some-record.ts';

const NOTES = 12;
/** Bytes a note takes beside its text. */
const NOTE_FRAME = 70;

/** A session, its parent and its grandparent. */
export const FULL_CHAIN = ['e', 'd', 'c'].map(
	(digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`,
) as [string, string, string];

/**
 * Stores a chain of sessions whose records are as large as records get: insights, and what
 * was said. Each time a little different, so that no reader knows the text already.
 */
export function plantFullChain(repo: string): void {
	const turn = performance.now();
	const at = new Date().toISOString();
	const kinds = ['learning', 'pattern', 'warning', 'decision'] as const;
	const records = FULL_CHAIN.map((uuid, index) => {
		const insights = Array.from({ length: 90 }, (_, n) => ({
			...{ id: `i${index}${n}`, kind: kinds[n % 4] ?? 'learning', source: 'agent' },
			text: `session ${index} learnt ${n}: the token cache of src/auth/part-${n}.ts needs a lock`,
			...{ confidence: 1, created_at: at },
		}));
		const parent = FULL_CHAIN[index + 1]?.slice(0, 8) ?? null;
		const bare = someRecord(uuid, { parent, insights, root: repo, name: `chain-${index}` });
		const left = MAX_RECORD_BYTES - JSON.stringify(bare).length;
		const said = `Step ${turn} is done, its tests are green. `;
		const notes = Array.from({ length: NOTES }, () => ({
			...{ at, from: 'turn' },
			text: said.repeat(Math.floor((left / NOTES - NOTE_FRAME) / said.length)),
		}));
		return { ...bare, notes };
	});
	plantRecords(repo, ...records);
}
