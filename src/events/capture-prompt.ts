import { join } from 'node:path';
import type { Place } from '../git/place.ts';
import { candidatesIn, isOwnCommand, typedWords } from '../journal/captured-text.ts';
import { note, promptOf } from '../journal/journal.ts';
import { PACKAGE_FOLDERS } from '../journal/work.ts';
import { countTerms } from '../memory/topics.ts';
import { redact } from '../secrets/redact.ts';
import { fileNamesIn } from '../store/read-file.ts';
import type { HookEvent, Project } from './projects.ts';

/**
 * Notes what a prompt is about: its terms, the packages that it names, and those
 * of its sentences that may be a decision or a blocker (D26). Redacted before anything is made of
 * it (D30). Of a command of req only that it was one.
 *
 * @returns the user's words, redacted; `undefined` if it has none, or they could not be kept
 */
export async function capturePrompt(
	{ input, session, context }: HookEvent<{ readonly prompt: string; readonly prompt_id?: string | undefined }>,
	{ place }: Project,
): Promise<string | undefined> {
	const words = redact(typedWords(input.prompt));
	const aside = isOwnCommand(input.prompt) || undefined;
	if (words === '' && !aside) return undefined;
	const during = promptOf(input);
	const named = packagesNamed(words, place);
	const projects = named.length === 0 ? undefined : named;
	const prompt = { e: 'prompt' as const, terms: countTerms(words), projects, aside };
	const candidates = candidatesIn(words).map((one) => ({ e: 'candidate' as const, ...one }));
	const entries = [prompt, ...candidates].map((entry) => ({ ...entry, ...during }));
	const isKept = await note(place, session, { entries, context });
	return isKept && words !== '' ? words : undefined;
}

/** The packages of a repository, by their folders, that a text names. */
function packagesNamed(words: string, { root }: Place): string[] {
	const said = new Set(words.toLowerCase().match(/[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu));
	const packages = PACKAGE_FOLDERS.flatMap((folder) => fileNamesIn(join(root, folder)));
	return [...new Set(packages)].filter((name) => said.has(name.toLowerCase()));
}
