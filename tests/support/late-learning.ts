import { join } from 'node:path';

/** A line of shell with which a session learns something while others run: as a command of its own would leave it in its journal. */
export function lateLearning({ repo }: { readonly repo: string }, session: string, text: string): string {
	const line = JSON.stringify({
		...{ at: new Date().toISOString(), s: session, e: 'insight', id: 'late' },
		...{ kind: 'learning', text, confidence: 1, source: 'user' },
	});
	const journal = join(repo, '.git/requirements/sessions', `${session}.jsonl`);
	return `echo '${line}' >> '${journal}'`;
}
