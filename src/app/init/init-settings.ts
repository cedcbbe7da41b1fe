import type { Source } from '../../core/config/source.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Place } from '../../core/place/place.ts';
import type { FileChange, FileNow } from '../../core/setup/file-change.ts';
import type { JsonNode } from '../../core/setup/json-layout.ts';
import { MARKETPLACE, teamKeys, teamSource } from '../../core/setup/marketplace.ts';
import { NO_SETTINGS, type ReadJson, settingsChange } from '../../core/setup/settings-edits.ts';
import { keyStanding } from '../../core/setup/settings-keys.ts';
import { type SetupFile, setupPath, staysWithin } from '../../core/setup/setup-file.ts';
import { shellWord } from '../../core/setup/shell-word.ts';
import {
	plainCommand,
	type StatusLine,
	statusLineIn,
	statusLineKey,
} from '../../core/setup/status-line.ts';
import type { DeskPorts } from '../ports.ts';
import { fileNow } from './init-files.ts';

/** A key that is wanted and holds something else. It stays. */
export interface Taken {
	readonly path: string;
	readonly key: string;
	/** What it would have to hold. */
	readonly wanted: unknown;
}

/** What is to happen to one settings file; `undefined`: it says all of it already. */
export interface SettingsPlan {
	readonly change: FileChange | undefined;
	readonly taken: readonly Taken[];
}

interface Tools {
	readonly ports: DeskPorts;
	readonly readJson: ReadJson;
}

/** Names the plugin and where it comes from in the settings the team shares. */
export function teamChange(place: Place, { ports, readJson }: Tools): SettingsPlan {
	const now = fileNow('team_settings', place, ports);
	const settings = settingsIn(now, readJson);
	const { surroundings } = ports;
	const source = teamSource(surroundings.marketplaceSource(MARKETPLACE), surroundings.ownFolder);
	const standings = teamKeys(source).map((key) => ({ key, standing: keyStanding(settings, key) }));
	const keys = standings.flatMap(({ key, standing }) => (standing === 'missing' ? [key] : []));
	const taken = standings
		.filter(({ standing }) => standing === 'taken')
		.map(({ key }) => ({ path: now.path, key: key.path.join('.'), wanted: key.value }));
	if (keys.length === 0) return { change: undefined, taken };
	const why = 'offers the plugin to everybody who works here';
	return { change: settingsChange(now, { keys, why }, readJson), taken };
}

/** Makes the client show our status line, beside the one it shows now. */
export function statusLineChange(
	place: Place,
	layer: Source['layer'],
	{ ports, readJson }: Tools,
): SettingsPlan {
	const file = layer === 'global' ? 'global_settings' : 'local_settings';
	const now = fileNow(file, place, ports);
	const { isOnPath, ownFolder } = ports.surroundings;
	const program = isOnPath('req') ? 'req' : shellWord(`${ownFolder}/bin/req`);
	const own = statusLineIn(settingsIn(now, readJson));
	if (own.kind === 'foreign') {
		const wanted = { type: 'command', command: plainCommand(program) };
		return { change: undefined, taken: [{ path: now.path, key: 'statusLine', wanted }] };
	}
	const weaker: readonly SetupFile[] =
		layer === 'global' ? [] : ['team_settings', 'global_settings'];
	const hidden = weaker.map((one) => shownBy(one, place, { ports, readJson }));
	const key = statusLineKey(own, hidden, program);
	if (key === undefined) return { change: undefined, taken: [] };
	const why = 'shows the gates in the status line';
	return { change: settingsChange(now, { keys: [key], why }, readJson), taken: [] };
}

/** The status line of a file that is not changed: what may not or cannot be read hides nothing. */
function shownBy(file: SetupFile, place: Place, { ports, readJson }: Tools): StatusLine {
	const where = setupPath(file, place, ports.host.configDir);
	const path = ports.places.realPath(where.path);
	const found = staysWithin(path, where) ? ports.setupFiles.read(path) : undefined;
	const read = readJson(found?.kind === 'text' ? found.text : NO_SETTINGS);
	return read.kind === 'broken' ? { kind: 'none' } : statusLineIn(read.layout.root);
}

function settingsIn({ path, text }: FileNow, readJson: ReadJson): JsonNode {
	const read = readJson(text ?? NO_SETTINGS);
	if (read.kind === 'object') return read.layout.root;
	throw new Fault('config_unreadable', `${path}:${read.line} does not parse: ${read.why}`, {
		hint: 'nothing was changed; repair it and run this again',
	});
}
