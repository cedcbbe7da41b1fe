import { describe, expect, it } from 'vitest';
import { programsOf } from './command-programs.ts';

describe('programs a command needs', () => {
	it.each<[string, readonly string[]]>([
		['npm test', ['npm']],
		['CI=1 npm test', ['npm']],
		['FOO=1 make', ['make']],
		['(npm test)', ['npm']],
		['./run-tests --all', ['./run-tests']],
		['sudo npm test', ['sudo', 'npm']],
		['make && npm test', ['make', 'npm']],
		['! npm test', []],
		['pushd x', []],
		['pushd web && npm test', []],
		['cd web && ./run', []],
		['$RUNNER test', []],
		['~/bin/x', []],
		['"npm test', []],
		['', []],
	])('%s: %j', (command, programs) => {
		expect(programsOf(command)).toEqual(programs);
	});
});
