/**
 * npm run requirements: holds tests/requirements.yaml against the reports of the test runs before it
 * (`reports/*.json`). Every listed test must have run and passed; only a requirement that says why may
 * list none.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type FileReport, type Requirements, unproven } from './requirements/unproven.ts';

const LIST = 'tests/requirements.yaml';

interface RunnerReport {
	readonly testResults: readonly {
		readonly name: string;
		readonly assertionResults: readonly {
			readonly ancestorTitles: readonly string[];
			readonly title: string;
			readonly status: string;
		}[];
	}[];
}

function filesOf(report: string): FileReport[] {
	const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as RunnerReport;
	return testResults.map(({ name, assertionResults }) => ({
		file: name,
		tests: assertionResults.map(({ ancestorTitles, title, status }) => ({
			name: [...ancestorTitles, title].join(' > '),
			passed: status === 'passed',
		})),
	}));
}

const reports = process.argv.slice(2).filter((file) => existsSync(file));
const requirements = parse(readFileSync(LIST, 'utf8')) as Requirements;
const { problems, shown } = unproven(requirements, reports.flatMap(filesOf), existsSync);
for (const problem of problems) console.error(problem);
console.log(
	`${Object.keys(requirements).length} requirements, ${shown} of their tests ran and passed, ${problems.length} problems`,
);
process.exitCode = problems.length === 0 && reports.length > 0 ? 0 : 1;
