import { type Happening, PlayedSession } from '../played-session.ts';
import { scratchProject } from '../scratch-project.ts';

const CONFIG = `version: 1
requirements:
  commit_plan:
    message: Write a commit plan first.
  pre_commit_review:
    scope: single_use
    triggers: [edit]
    blocks: [{ command: git commit }]
    message: Review the changes first.
`;

/** An edit and a commit, each refused, each let through after its skill: what the README shows. */
export function refusalRun(): readonly Happening[] {
	using project = scratchProject();
	project.write('.claude/requirements.yaml', CONFIG);
	project.write('login.ts', '');
	project.git('add', '.');
	project.git('commit', '-qm', 'Begin');
	const happenings: Happening[] = [];
	const session = new PlayedSession(project, (happening) => happenings.push(happening));
	const edit = () =>
		session.call({
			tool: 'Edit',
			what: 'login.ts',
			input: { file_path: `${project.root}/login.ts` },
			run: () => project.write('login.ts', 'export const login = () => {};\n'),
		});
	const commit = () =>
		session.call({
			tool: 'Bash',
			what: 'git commit -am "Add a login form"',
			input: { command: 'git commit -am "Add a login form"' },
			run: () => project.git('commit', '-qam', 'Add a login form'),
		});
	session.start();
	session.prompt('add a login form and commit it');
	edit();
	session.skill('arch-review');
	edit();
	commit();
	session.skill('pre-commit');
	commit();
	session.stop();
	session.end();
	return happenings;
}
