import type { Source } from '../../core/config/source.ts';
import type { Place } from '../../core/place/place.ts';
import { appendLines, type FileChange } from '../../core/setup/file-change.ts';
import { type SetupFile, setupPath } from '../../core/setup/setup-file.ts';
import type { DeskPorts } from '../ports.ts';
import { fileNow } from './init-files.ts';

/** Lines of git's ignore files, from the top of the working tree. */
const LINES = {
	local_config: '/.claude/requirements.local.yaml',
	project_schema: '/.claude/requirements.schema.json',
	local_settings: '/.claude/settings.local.json',
} as const;

/** The change that keeps one user's files out of git, where no ignore file does so already. */
export function ignoreChange(
	{
		place,
		layer,
		hasConfig,
		changes,
	}: {
		readonly place: Place;
		readonly layer: Source['layer'];
		/** A config of this layer is there, or is written. */
		readonly hasConfig: boolean;
		readonly changes: readonly FileChange[];
	},
	ports: DeskPorts,
): FileChange | undefined {
	if (!place.git) return undefined;
	const isMine = (file: SetupFile) => changes.some((change) => change.file === file);
	const mine = [
		...(layer === 'local' ? (['local_config', 'project_schema'] as const) : []),
		...(['local_settings'] as const),
	].filter((file) => isMine(file) || (file === 'local_config' && hasConfig));
	const open = mine.filter((file) => {
		const { path } = setupPath(file, place, ports.host.configDir);
		return !ports.surroundings.isIgnored(place, path);
	});
	if (open.length === 0) return undefined;
	const lines = open.map((file) => LINES[file]);
	return appendLines(fileNow('exclude', place, ports), lines, 'keeps your own files out of git');
}
