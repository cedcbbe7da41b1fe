import type { Client, ContinuityWorld, Played } from './continuity-world.ts';

/** A session with a pin, a learning, a task in progress and some work; it goes on. */
export async function fullSession({ session }: ContinuityWorld, n: number, other?: Partial<Client>): Promise<Played> {
	const one = session(n, other);
	await one.start();
	await one.edit('src/login.ts', 'export async function restoreCookie() {}\n');
	await one.req('note', 'pin', 'cookie', 'SameSite must be Lax behind the proxy');
	await one.req('note', 'pin', 'release', 'never on a Friday', '--critical');
	await one.req('learn', 'the proxy strips Secure cookies');
	await one.tool('TaskCreate', { subject: 'Keep the cookie', description: '' }, { task: { id: '1' } });
	await one.tool('TaskUpdate', { taskId: '1', status: 'in_progress' }, { success: true });
	return one;
}

/** The same, ended in good order. */
export async function finished(world: ContinuityWorld, n: number): Promise<Played> {
	const one = await fullSession(world, n);
	await one.stop('The cookie survives a reload now.');
	await one.end();
	return one;
}

/** A session that only changed a file. */
export async function smallSession(
	{ session }: ContinuityWorld,
	n: number,
	file = `src/part-${n}.ts`,
): Promise<Played> {
	const one = session(n);
	await one.start();
	await one.edit(file);
	await one.stop();
	await one.end();
	return one;
}
