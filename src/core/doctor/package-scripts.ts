import { readRun } from '../command/read-run.ts';
import { member, textIn } from '../document/foreign-json.ts';
import { isTestScript } from '../setup/test-command.ts';
import { neededCalls } from './command-programs.ts';

/** Whether a command runs the tests of a `package.json` that has none: it can never succeed. */
export function lacksTestScript(command: string, packageJson: unknown): boolean {
	if (!runsTestScript(command)) return false;
	const script = textIn(member(packageJson, 'scripts'), 'test');
	return script === undefined || !isTestScript(script);
}

/** With options the script may be that of another folder. */
function runsTestScript(command: string): boolean {
	return neededCalls(command).some(({ words }) => {
		const run = readRun(words);
		const isHere = run?.directory === '' && run.args.every(({ effect }) => effect === 'none');
		return isHere && run.script?.name === 'test';
	});
}
