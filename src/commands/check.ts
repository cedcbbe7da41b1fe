import { checkGit, type GitAct } from '../app/commands/check-git.ts';
import { oneLine } from '../core/text/one-line.ts';
import { terminal } from '../runtime/terminal.ts';
import { attempt } from '../store/errors.ts';
import { type Answer, type Command, callerAt, command, EXIT, JSON_SHOWN } from './command.ts';

const BLOCKS =
	'Exits 1 if a requirement is unmet, with --strict, in CI (`CI` is set) and in Claude’s shell (`CLAUDECODE` is set). A person is only warned.';

/** `req check`: what hook managers and CI run before git commits or pushes. */
export const check: Command = {
	about: `Evaluates the requirements that block \`git commit\` or \`git push\`, and stores nothing. In Claude’s shell the session decides; elsewhere branch-scoped requirements, guards and measures do. ${BLOCKS}`,
	examples: ['req check commit', 'req check push --strict'],
	commands: { commit: checkOf('commit'), push: checkOf('push') },
};

function checkOf(act: GitAct): Command {
	return command({
		summary: `check what blocks git ${act}`,
		about: `Evaluates the requirements that block \`git ${act}\`. ${BLOCKS}`,
		options: {
			'--strict': 'exit 1 also for a person',
			...JSON_SHOWN,
		},
		examples: [`req check ${act}`, `req check ${act} --strict`],
		run: async ({ strict = false }, ports) => {
			const caller = callerAt(ports, undefined);
			// A job must not pass because nothing was checked; a person's commit and Claude's go on.
			const failsClosed = strict || terminal(ports.context).isCi;
			const blocks = failsClosed || caller.isModel;
			const checked = await attempt(() => checkGit({ act, caller, blocks }, ports));
			if (checked.kind !== 'done') {
				const { error } = checked;
				const reason = error instanceof Error ? error.message : String(error);
				const text = `req: this ${act} was not checked: ${oneLine(reason)}`;
				return answerOf({ texts: [text], unmet: [], blocked: failsClosed });
			}
			const { refusing, isConfigInvalid, texts } = checked.value;
			const isBlocked = (refusing.length > 0 && blocks) || (isConfigInvalid && failsClosed);
			return answerOf({ texts, unmet: refusing, blocked: isBlocked });
		},
	});
}

function answerOf(found: {
	readonly blocked: boolean;
	readonly unmet: readonly string[];
	readonly texts: readonly string[];
}): Answer {
	const { texts, blocked } = found;
	return { text: texts.join('\n'), json: () => found, exit: blocked ? EXIT.no : EXIT.done };
}
