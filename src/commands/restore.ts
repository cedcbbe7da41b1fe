import { join, relative, resolve } from 'node:path';
import { projectOfCommand } from '../app/commands/project.ts';
import { putFilesBack, type Restored } from '../app/restoring.ts';
import { Fault } from '../core/fault/fault.ts';
import { onBranchText, type Place } from '../core/place/place.ts';
import { oneLine, typed } from '../core/text/one-line.ts';
import { allPorts } from '../runtime/all-ports.ts';
import { command, EXIT, JSON_CHANGED } from './command.ts';

/** `req restore [PATH...]`: files that got round a gate are as before again. */
export const restore = command({
	about:
		'Puts files back that a call changed although a requirement held them: as they were just before, byte for byte, and never over what somebody changed since. What the call left is kept for seven days. For projects with `observe: snapshot`.',
	words: { '[paths...]': 'only these files, or what lies below these folders' },
	options: { '--dry-run': 'shows what would be put back, writes nothing', ...JSON_CHANGED },
	examples: ['req restore', 'req restore --dry-run', 'req restore src/login.ts'],
	run: async ({ paths, dryRun = false }, live) => {
		const ports = allPorts(live);
		const { place } = await projectOfCommand(process.cwd(), live);
		const asked = paths.map((path) => relative(place.root, ports.places.realPath(resolve(path))));
		const isWanted = (path: string) =>
			asked.length === 0 ||
			asked.some((one) => one === '' || path === one || path.startsWith(`${one}/`));
		const { files, isMore } = await putFilesBack(place, { isWanted, isDry: dryRun }, ports);
		if (files.length === 0 && asked.length > 0)
			throw new Fault('refused', `no call got round a gate in ${paths.map(oneLine).join(', ')}`, {
				hint: 'req restore --dry-run',
			});
		const none = `nothing to put back ${onBranchText(place.branch)}`;
		const more = isMore ? ['more files changed than are noted: see `git status`'] : [];
		const lines = [
			...files.flatMap((one) => [lineOf(one, dryRun), ...nextLines(one, place)]),
			...more,
		];
		const shown = ({ path, became }: Restored) => {
			return { path, became: dryRun && became === 'done' ? 'would_put_back' : became };
		};
		const isLeft = isMore || files.some(({ became }) => became !== 'done' && became !== 'back');
		return {
			text: lines.length === 0 ? none : lines.join('\n'),
			changed: { files: files.map(shown), more: isMore },
			exit: isLeft ? EXIT.no : EXIT.done,
		};
	},
});

function lineOf({ path, became, wasAbsent }: Restored, isDry: boolean): string {
	const name = oneLine(path);
	const [does, did] = wasAbsent ? ['remove', 'removed'] : ['put back', 'put back'];
	switch (became) {
		case 'done':
			return isDry ? `would ${does} ${name}` : `${did} ${name}`;
		case 'back':
			return `${name} is as it was already`;
		case 'changed':
			return `left ${name}: it was changed since`;
		case 'not_kept':
			if (wasAbsent)
				return `left ${name}: what it was is not kept; a call made it, so remove it if it should go`;
			return `left ${name}: what it was is not kept (with \`observe: snapshot\` it would be)`;
		case 'outside':
			return `left ${name}: its folder leads out of the project`;
		case 'failed':
			return `left ${name}: it could not be written`;
	}
}

/** What git can do where nothing is kept; nothing for a name that a shell would not take as it stands. */
function nextLines({ path, git }: Restored, { root }: Place): string[] {
	const name = relative(process.cwd(), join(root, path));
	if (git === undefined || !/^[\w.@+][\w./@+-]*$/.test(name)) return [];
	const shows = `${typed(`git diff HEAD ${name}`)} shows the change`;
	const restores = `${typed(`git restore -s HEAD ${name}`)} goes back to what is committed`;
	return [`  ${git === 'shows' ? shows : `${shows}, ${restores}`}`];
}
