import { textIn } from '../document/foreign-json.ts';
import { isOurStatusLine } from '../setup/status-line.ts';
import { type Finding, finding } from './finding.ts';
import { lineOfKey } from './json-file.ts';
import { decided, type SettingsFile } from './settings.ts';

const KEY = 'statusLine';

/** The client runs the status line in a shell, which finds `req` on the PATH or nowhere. */
export function statusLineFindings(settings: readonly SettingsFile[], hasReq: boolean): Finding[] {
	const line = decided(settings, KEY);
	if (hasReq || line === undefined) return [];
	if (!isOurStatusLine(textIn(line.value, 'command') ?? '')) return [];
	const where = { file: line.by.path, line: lineOfKey(line.by, KEY), key: KEY };
	const what = `${line.by.layer} settings show \`req statusline\`, and no \`req\` is on the PATH`;
	return [finding('status_line_missing', what, where)];
}
