import { member, textIn } from '../document/foreign-json.ts';
import { isTestScript } from '../setup/test-command.ts';
import { neededCalls } from './command-programs.ts';

const MANAGERS = /^(?:npm|pnpm|yarn|bun)$/;
const TEST: ReadonlySet<string> = new Set(['test', 't', 'tst']);
const RUN: ReadonlySet<string> = new Set(['run', 'run-script']);

/** Whether a command runs the tests of a `package.json` that has none: it can never succeed. */
export function lacksTestScript(command: string, packageJson: unknown): boolean {
	if (!runsTestScript(command)) return false;
	const script = textIn(member(packageJson, 'scripts'), 'test');
	return script === undefined || !isTestScript(script);
}

/** `bun test` is a program of bun's own; with options the script may be that of another folder. */
function runsTestScript(command: string): boolean {
	return neededCalls(command).some(({ words }) => {
		const [program = '', ...all] = words;
		const end = all.indexOf('--');
		const [verb = '', name = '', ...more] = end === -1 ? all : all.slice(0, end);
		if (!MANAGERS.test(program) || [verb, name, ...more].some((word) => word.startsWith('-'))) {
			return false;
		}
		return RUN.has(verb) ? name === 'test' : TEST.has(verb) && program !== 'bun';
	});
}
