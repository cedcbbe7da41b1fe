import { textIn } from '../document/foreign-json.ts';
import { shellWord } from '../setup/shell-word.ts';
import { statusLineProgram } from '../setup/status-line.ts';
import { oneLine } from '../text/one-line.ts';
import { type Finding, finding } from './finding.ts';
import { lineOfKey } from './json-file.ts';
import { decided, type SettingsFile } from './settings.ts';

const KEY = 'statusLine';

/** The client runs the status line in a shell, which finds `req` on the PATH, or where the line says that it is. */
export function statusLineFindings(
	settings: readonly SettingsFile[],
	hasProgram: (name: string) => boolean,
	own: string,
): Finding[] {
	const line = decided(settings, KEY);
	const program = statusLineProgram(textIn(line?.value, 'command') ?? '');
	if (line === undefined || program === undefined || hasProgram(program)) return [];
	const words = { own: shellWord(own) };
	const where = { file: line.by.path, line: lineOfKey(line.by, KEY), key: KEY, words };
	const gone = program === 'req' ? 'no `req` is on the PATH' : `${oneLine(program)} is gone`;
	const what = `${line.by.layer} settings show \`req statusline\`, and ${gone}`;
	return [finding('status_line_missing', what, where)];
}
