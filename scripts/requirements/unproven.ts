/** tests/requirements.yaml: requirement → the tests that show it, or why there are none. */
export type Requirements = Readonly<Record<string, string | readonly (string | { readonly partly: string })[]>>;

/** One test file of a report: its path, absolute or from the root, and its tests by their full names. */
export interface FileReport {
	readonly file: string;
	readonly tests: readonly { readonly name: string; readonly passed: boolean }[];
}

const CASES = 'tests/contract/cases/';

/**
 * Requirements that the reports do not show, a sentence each, and how many listed tests ran and passed.
 * A listed test that matches several of the runner's is shown if all of them passed.
 *
 * @param exists whether a file of the project exists, by its path from the root
 */
export function unproven(
	requirements: Requirements,
	reports: readonly FileReport[],
	exists: (file: string) => boolean,
): { readonly problems: readonly string[]; readonly shown: number } {
	const problems: string[] = [];
	let shown = 0;
	for (const [requirement, listed] of Object.entries(requirements)) {
		const [id = ''] = requirement.split(' ');
		if (typeof listed === 'string') continue;
		const entries = listed.filter((entry) => typeof entry === 'string');
		if (entries.length === 0) problems.push(`${id}: lists no test`);
		for (const entry of entries) {
			const problem = problemOf(entry, reports, exists);
			if (problem === 'shown') shown += 1;
			else if (problem !== undefined) problems.push(`${id}: ${problem}: ${entry}`);
		}
	}
	return { problems, shown };
}

function problemOf(
	entry: string,
	reports: readonly FileReport[],
	exists: (file: string) => boolean,
): string | undefined {
	const [listed = '', title = ''] = entry.split(/ › (.*)/s);
	const file = fileOf(listed);
	if (!exists(file)) return 'no such file';
	if (file.startsWith('bench/')) return undefined;
	const isCase = file.startsWith(CASES);
	const ran = isCase ? reports : reports.filter((report) => report.file.endsWith(file));
	const name = isCase ? caseTitle(file, title) : title;
	const tests = ran.flatMap((report) => report.tests.filter((test) => matches(test.name, name)));
	if (tests.length === 0) return 'did not run';
	return tests.every(({ passed }) => passed) ? 'shown' : 'did not pass';
}

/** The path from the root of a listed file: `cli/run.long` is tests/contract/cli/run.long.test.ts. */
export function fileOf(listed: string): string {
	const path = /^(?:src|tests|bench)\//.test(listed) ? listed : `tests/contract/${listed}`;
	return /\.(?:ts|yaml)$/.test(path) ? path : `${path}.test.ts`;
}

/** The title under which a case runs begins with its subject and name. */
function caseTitle(file: string, name: string): string {
	return `${file.slice(CASES.length, -'.yaml'.length)}/${name} (`;
}

/** `%s` and its kind in a listed title stand for anything. */
function matches(name: string, listed: string): boolean {
	const parts = listed.split(/%[sdijo#]/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(parts.join('.*'), 's').test(name);
}
