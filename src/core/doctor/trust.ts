import { member } from '../document/foreign-json.ts';
import { oneLine } from '../text/one-line.ts';
import { type Examined, finding } from './finding.ts';
import { type JsonFile, lineOfKey } from './json-file.ts';

/** Whether the user has told the client to trust one of these folders (host fact 26). */
export function isTrusted(state: JsonFile, folders: readonly string[]): boolean {
	return answersOf(state, folders).some(({ trusted }) => trusted === true);
}

/**
 * Whether the user has told the client to trust a folder (host fact 26). A folder trusts as its
 * repository does.
 *
 * @param state the client's own `.claude.json`
 * @param folders where sessions start, and the top of its repository
 */
export function examineTrust(state: JsonFile, folders: readonly string[]): Examined {
	const answers = answersOf(state, folders);
	if (isTrusted(state, folders)) {
		return { checks: ['the folder is trusted'], findings: [] };
	}
	const refused = answers.find(({ trusted }) => trusted === false);
	if (refused === undefined) {
		const open = 'the folder is not trusted yet: claude asks at its first interactive start here';
		return { checks: [], notes: [open], findings: [] };
	}
	const { folder } = refused;
	const where = { file: state.path, line: lineOfKey(state, folder), key: 'hasTrustDialogAccepted' };
	const what = `${oneLine(folder)} is not trusted`;
	return { checks: [], findings: [finding('folder_untrusted', what, where)] };
}

function answersOf(state: JsonFile, folders: readonly string[]) {
	const projects = member(state.json, 'projects');
	return folders.map((folder) => ({
		folder,
		trusted: member(member(projects, folder), 'hasTrustDialogAccepted'),
	}));
}
