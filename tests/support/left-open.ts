import { type ContinuityWorld, makeContinuityWorld, type Played } from './continuity-world.ts';

export const OPEN = 'Wire the ledger cache to the tariff importer';
const ASKED = 'Wire the tariff importer to the ledger cache, please.';
/** A start would tell it before a prompt does. */
export const SILENT_STARTS = 'version: 1\ncontinuity: { inject_on: [] }\n';

/** The list that the client's tool is given. */
export const todo = (status: string) => ({ todos: [{ content: OPEN, status }] });

/** A way in which a session leaves something to do. */
export type Leaving = (session: Played) => void;

/** All of them. */
export const LEAVING = {
	'a next step': (session) => void session.req('next', 'add', OPEN),
	'a task of `req task`': (session) => void session.req('task', 'add', OPEN),
	'a task of the client': (session) =>
		session.tool('TaskCreate', { subject: OPEN }, { task: { id: '1', subject: OPEN } }),
	'an item of a todo list': (session) => session.tool('TodoWrite', todo('in_progress')),
} satisfies Record<string, Leaving>;

/** A session on branch `feature/old` left something to do and ended so many days ago; `feature/new` is checked out now. */
export async function worldAfter(leave: Leaving, days = 20): Promise<ContinuityWorld> {
	const world = await makeContinuityWorld(SILENT_STARTS);
	world.branch('feature/old');
	const first = begun(world, 1);
	ask(first, 'Hello there.');
	leave(first);
	first.end();
	world.pass(24 * days);
	world.branch('feature/new');
	return world;
}

/** A session that began. */
export function begun({ session }: ContinuityWorld, n: number): Played {
	const played = session(n);
	played.start();
	return played;
}

/** What the model is told with a hook's answer; empty when nothing. */
export function toldBy({ stdout }: { readonly stdout: string }): string {
	return stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

/** What the model is told with a prompt, by default one about the open task. */
export function ask(session: Played, prompt = ASKED): string {
	return toldBy(
		session.hook('user-prompt-submit', { hook_event_name: 'UserPromptSubmit', prompt }),
	);
}
