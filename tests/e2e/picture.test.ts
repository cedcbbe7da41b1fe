import { expect, it } from 'vitest';
import { refusalRun, STORY } from '../../scripts/picture/refusal-run.ts';
import { terminalRows } from '../../scripts/picture/terminal-rows.ts';
import { drawnAgain, withoutBlanks } from '../support/client-terminal.ts';
import { openGatedWorld } from '../support/client-world.ts';
import { bash, call, skill, text } from '../support/model-turns.ts';

it('the picture of the README shows row by row what the client shows', async () => {
	await using world = await openGatedWorld(STORY.config);
	world.git('switch', '-q', '-c', 'feature/login');
	world.write(STORY.file, `${STORY.before}\n`);
	world.git('add', '.');
	world.git('commit', '-qm', 'Begin');
	const file_path = world.path(STORY.file);
	const edit = call('Edit', { file_path, old_string: STORY.before, new_string: STORY.after });
	const drawn = await drawnAgain(world, {
		prompt: STORY.prompt,
		main: [
			...[call('Read', { file_path }), edit, skill('req:arch-review'), edit],
			...[bash(STORY.commit), skill('req:pre-commit'), bash(STORY.commit)],
			text(STORY.lastWords),
		],
		until: STORY.lastWords,
	});
	const rows = terminalRows(refusalRun().filter(({ kind }) => kind !== 'start'));
	const shown = withoutBlanks(rows.map((row) => row.lead + row.text).join(''));
	expect(hashless(drawn)).toContain(hashless(shown));
});

function hashless(drawn: string): string {
	return drawn.replace(/Committed[0-9a-f]{7}/, 'CommittedHASH');
}
