import type { Client, ContinuityWorld, Played } from './continuity-world.ts';

/** A session with a pin, a learning, a task in progress and some work; it goes on. */
export function fullSession(
	{ session }: ContinuityWorld,
	n: number,
	other?: Partial<Client>,
): Played {
	const one = session(n, other);
	one.start();
	one.edit('src/login.ts', 'export async function restoreCookie() {}\n');
	one.req('note', 'pin', 'cookie', 'SameSite must be Lax behind the proxy');
	one.req('note', 'pin', 'release', 'never on a Friday', '--critical');
	one.req('learn', 'the proxy strips Secure cookies');
	one.tool('TaskCreate', { subject: 'Keep the cookie', description: '' }, { task: { id: '1' } });
	one.tool('TaskUpdate', { taskId: '1', status: 'in_progress' }, { success: true });
	return one;
}

/** The same, ended in good order. */
export function finished(world: ContinuityWorld, n: number): Played {
	const one = fullSession(world, n);
	one.stop('The cookie survives a reload now.');
	one.end();
	return one;
}

/** A session that only changed a file. */
export function smallSession(
	{ session }: ContinuityWorld,
	n: number,
	file = `src/part-${n}.ts`,
): Played {
	const one = session(n);
	one.start();
	one.edit(file);
	one.stop();
	one.end();
	return one;
}

/** Keys of the sessions whose context came in by itself. */
export function sourcesOf(one: Played): unknown[] {
	return one.lines('restore').map(({ from }) => from);
}
