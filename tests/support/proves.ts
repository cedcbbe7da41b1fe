import { parseCommand } from '../../src/shell/parse-command.ts';
import { proofOf } from '../../src/shell/proof.ts';

/** Whether the success of a line in an empty project proves a command of its config, the whole of it. */
export function proves(source: string, run: string): boolean {
	const facts = { cwd: '/project', roots: ['/project'], output: '', finished: true };
	const project = { read: () => undefined, packageAt: () => undefined };
	return (
		proofOf(parseCommand(source), { run, partial: false }, { ...facts, ...project })?.proves ===
		true
	);
}
