import type { SessionRecord } from '../session-record/schema.ts';
import { type CodeSections, code, codeSections } from './codes.ts';

/** So many files and functions say where the work was: the seed's scenario has twenty (S1-055). */
const MOST = 20;

/**
 * The codes a start tells: of files those changed most, then last; of functions the last. How many more there are is a code
 * of its own, after them; the records keep them all (S1-055).
 *
 * @param records oldest first
 */
export function toldCodes(records: readonly SessionRecord[]): CodeSections {
	const { files, functions, ...rest } = codeSections(records);
	const worked = codeSections(records.map(withFiles(mostWorked(records))));
	return {
		...rest,
		files: [...worked.files, ...more(files.length - worked.files.length, 'files')],
		functions: [...functions.slice(-MOST), ...more(functions.length - MOST, 'functions')],
	};
}

function mostWorked(records: readonly SessionRecord[]): ReadonlySet<string> {
	const edits = new Map<string, number>();
	for (const file of records.flatMap(({ activity }) => activity.files)) {
		const before = edits.get(file.path) ?? 0;
		edits.delete(file.path);
		edits.set(file.path, before + file.edits);
	}
	const latest = [...edits].reverse().sort(([, one], [, other]) => other - one);
	return new Set(latest.slice(0, MOST).map(([path]) => path));
}

function withFiles(paths: ReadonlySet<string>): (record: SessionRecord) => SessionRecord {
	return (record) => {
		const files = record.activity.files.filter(({ path }) => paths.has(path));
		return { ...record, activity: { ...record.activity, files } };
	};
}

function more(count: number, what: string): readonly string[] {
	return count > 0 ? [code('impl', `+${count} more ${what}`)] : [];
}
