import { type Happening, PlayedSession } from '../played-session.ts';
import { scratchProject } from '../scratch-project.ts';

/** What is typed, edited and said; an end-to-end test plays the same in the real client. */
export const STORY = {
	config: `version: 1
requirements:
  commit_plan:
    message: Write a commit plan first.
  pre_commit_review:
    scope: single_use
    triggers: [edit]
    blocks: [{ command: git commit }]
    message: Review the changes first.
`,
	prompt: 'Add a login form and commit it.',
	file: 'src/login.ts',
	before: 'export const login = () => {};',
	after: 'export const login = () => form();',
	commit: 'git commit -am "Add a login form"',
	lastWords: 'The login form is committed.',
} as const;

/** An edit and a commit, each refused, each let through after its skill. */
export function refusalRun(): readonly Happening[] {
	using project = scratchProject();
	project.write('.claude/requirements.yaml', STORY.config);
	const file_path = project.write(STORY.file, `${STORY.before}\n`);
	project.git('add', '.');
	project.git('commit', '-qm', 'Begin');
	const happenings: Happening[] = [];
	const session = new PlayedSession(project, (happening) => happenings.push(happening));
	const edit = () =>
		session.call({
			tool: 'Edit',
			what: STORY.file,
			input: { file_path, old_string: STORY.before, new_string: STORY.after },
			run: () => project.write(STORY.file, `${STORY.after}\n`),
		});
	const commit = () =>
		session.call({
			tool: 'Bash',
			what: STORY.commit,
			input: { command: STORY.commit },
			run: () => project.git('commit', '-qam', 'Add a login form'),
		});
	session.start();
	session.prompt(STORY.prompt);
	session.call({ tool: 'Read', what: STORY.file, input: { file_path } });
	edit();
	session.skill('req:arch-review');
	edit();
	commit();
	session.skill('req:pre-commit');
	commit();
	session.stop(STORY.lastWords);
	session.end();
	return happenings;
}
