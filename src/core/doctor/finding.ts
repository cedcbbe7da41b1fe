import type { Area, Severity } from './explained.ts';
import { FINDINGS, type FindingCode } from './findings.ts';

/** Something `req doctor` found, and what mends it. */
export interface Finding {
	readonly code: FindingCode;
	readonly area: Area;
	readonly severity: Severity;
	readonly what: string;
	readonly file: string | undefined;
	/** 1-based. */
	readonly line: number | undefined;
	readonly key: string | undefined;
	readonly fix: string;
}

/** What was looked at, one line each, and what was found. */
export interface Examined {
	readonly checks: readonly string[];
	/** What is neither right nor wrong. */
	readonly notes?: readonly string[];
	readonly findings: readonly Finding[];
}

/** Where a finding is, and the words its fix needs. */
interface Details {
	readonly file?: string | undefined;
	readonly line?: number | undefined;
	readonly key?: string | undefined;
	readonly words?: Readonly<Record<string, string>>;
	/** What mends this very case, where more is known than the table's fix says. */
	readonly fix?: string;
}

/** A finding of this code. `what`: one sentence about this very case, foreign text in it made harmless. */
export function finding(code: FindingCode, what: string, details: Details): Finding {
	const { area, severity } = FINDINGS[code];
	const { file, line, key, fix = FINDINGS[code].fix } = details;
	const words: Readonly<Record<string, string | undefined>> = { file, key, ...details.words };
	const filled = fix.replaceAll(/<(\w+)>/g, (whole, word: string) => words[word] ?? whole);
	return { code, area, severity, what, file, line, key, fix: filled };
}

/** Several looks as one. */
export function together(parts: readonly Examined[]): Examined {
	return {
		checks: parts.flatMap(({ checks }) => checks),
		notes: parts.flatMap(({ notes }) => notes ?? []),
		findings: parts.flatMap(({ findings }) => findings),
	};
}
