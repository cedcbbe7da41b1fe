import { askedIn, candidatesIn, isOwnCommand, typedWords } from '../journal/captured-text.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { note, promptOf } from '../journal/journal.ts';
import { countTerms } from '../memory/topics.ts';
import { redact } from '../secrets/redact.ts';
import type { HookEvent, Project } from './projects.ts';

/**
 * Notes what a prompt is about: its terms, its first words, and those of its sentences that may be a decision or a blocker
 * (D26). Redacted before anything is made of it (D30). Of a command of ours only that it was one.
 *
 * @returns the user's words, redacted; `undefined` where it has none, or they could not be kept
 */
export async function capturePrompt(
	{
		input,
		session,
		ports,
	}: HookEvent<{ readonly prompt: string; readonly prompt_id?: string | undefined }>,
	home: Project,
): Promise<string | undefined> {
	const typed = typedWords(input.prompt);
	const during = promptOf(input);
	if (typed === undefined) {
		const entries = [{ e: 'prompt' as const, terms: {}, aside: true, ...during }];
		if (isOwnCommand(input.prompt)) await note(home.place, session, { entries, ports });
		return undefined;
	}
	const words = redact(typed);
	const { decisions, blockers } = candidatesIn(words);
	const entries: JournalEntry[] = [
		{ e: 'prompt', terms: countTerms(words), asked: askedIn(words), ...during },
		...decisions.map((text): JournalEntry => {
			return { e: 'candidate', kind: 'decision', text, ...during };
		}),
		...blockers.map((blocker): JournalEntry => {
			return { e: 'candidate', kind: 'blocker', ...blocker, ...during };
		}),
	];
	return (await note(home.place, session, { entries, ports })) ? words : undefined;
}
