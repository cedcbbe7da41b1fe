/** One case of what a row looks for. */
export interface Case {
	/** One sentence about this very case, foreign text in it made harmless. */
	readonly what: string;
	readonly file?: string | undefined;
	/** 1-based. */
	readonly line?: number | undefined;
	readonly key?: string | undefined;
	/** What mends this very case, where more is known than the row says. */
	readonly fix?: string | undefined;
	/** What the words in angle brackets of the row's fix stand for, besides `<file>` and `<key>`. */
	readonly words?: Readonly<Record<string, string>>;
}

/** A case of the row with this code: where several rows could tell of one thing, one function chooses. */
export interface CodedCase<Code extends string> extends Case {
	readonly code: Code;
}

/** One thing that can be wrong. */
interface Row<Facts> {
	/** `broken`: gates do not stand, or not where they should. `warning`: worth mending, gates stand. */
	readonly severity: 'broken' | 'warning';
	/** What it means for the gates, for docs/troubleshooting.md. */
	readonly means: string;
	/** What mends it; `<word>` is filled in from the case. */
	readonly fix: string;
	readonly look: Look<Facts>;
}

/** Whether it is wrong, and where. A look that several rows share chooses by the code of the row. */
type Look<Facts> = (facts: Facts, code: string) => readonly Case[];

/** One area: the rows in the order they are told, each under its code. */
export interface Table<Facts> {
	readonly title: string;
	/** What was looked at, one line each. */
	readonly checks: (facts: Facts) => readonly string[];
	/** What is neither right nor wrong. */
	readonly notes?: (facts: Facts) => readonly string[];
	readonly rows: Readonly<Record<string, Row<Facts>>>;
}

/** Something `req doctor` found, and what mends it. */
export interface Finding extends Pick<Case, 'what' | 'file' | 'line' | 'key'> {
	readonly code: string;
	readonly area: string;
	readonly severity: Row<unknown>['severity'];
	readonly fix: string;
}

/** What was looked at in an area, and what was found. */
export interface Examined {
	readonly area: string;
	readonly title: string;
	readonly checks: readonly string[];
	readonly notes: readonly string[];
	readonly findings: readonly Finding[];
}

export function broken<Facts>(means: string, fix: string, look: Look<Facts>): Row<Facts> {
	return { severity: 'broken', means, fix, look };
}

export function warning<Facts>(means: string, fix: string, look: Look<Facts>): Row<Facts> {
	return { severity: 'warning', means, fix, look };
}

/** The case where something is so, none where it is not. */
export function when(isSo: boolean, one: Case): readonly Case[] {
	return isSo ? [one] : [];
}

/** Looks for every row of an area. */
export function examine<Facts>(area: string, table: Table<Facts>, facts: Facts): Examined {
	return {
		area,
		title: table.title,
		checks: table.checks(facts),
		notes: table.notes?.(facts) ?? [],
		findings: Object.entries(table.rows).flatMap(([code, row]) =>
			row.look(facts, code).map(({ what, file, line, key, words, fix = row.fix }) => {
				const known: Readonly<Record<string, string | undefined>> = { file, key, ...words };
				const filled = fix.replaceAll(/<(\w+)>/g, (whole, word: string) => known[word] ?? whole);
				return { code, area, severity: row.severity, what, file, line, key, fix: filled };
			}),
		),
	};
}
