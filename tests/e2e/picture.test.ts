import { expect, it } from 'vitest';
import { refusalRun, STORY } from '../../scripts/picture/refusal-run.ts';
import { terminalRows } from '../../scripts/picture/terminal-rows.ts';
import { playAtTerminal } from '../support/client-terminal.ts';
import { openGatedWorld } from '../support/client-world.ts';
import { bash, call, read, skill, text } from '../support/model-turns.ts';
import { unbroken } from '../support/pseudo-terminal.ts';

it('the picture of the README shows row by row what the client shows', async () => {
	await using world = await openGatedWorld(STORY.config);
	world.git('switch', '-q', '-c', 'feature/login');
	world.write(STORY.file, `${STORY.before}\n`);
	world.git('add', '.');
	world.git('commit', '-qm', 'Begin');
	const file_path = world.path(STORY.file);
	const edit = call('Edit', { file_path, old_string: STORY.before, new_string: STORY.after });
	const settings = {
		permissions: { defaultMode: 'acceptEdits', allow: ['Bash', 'Edit', 'Read', 'Skill'] },
	};
	await playAtTerminal(world, {
		settings,
		typed: STORY.prompt,
		main: [
			...[read(file_path), edit, skill('req:arch-review'), edit],
			...[bash(STORY.commit), skill('req:pre-commit'), bash(STORY.commit)],
			text(STORY.lastWords),
		],
		until: '· done',
	});
	// Started again, it draws the whole conversation in one go.
	const again = { settings, typed: '--continue', until: STORY.lastWords };
	const { sent } = await playAtTerminal(world, again);
	const rows = terminalRows(refusalRun().filter(({ kind }) => kind !== 'start'));
	const shown = unbroken(rows.map((row) => row.lead + row.text).join(''));
	expect(hashless(unbroken(sent))).toContain(hashless(shown));
});

function hashless(drawn: string): string {
	return drawn.replace(/Committed[0-9a-f]{7}/, 'CommittedHASH');
}
