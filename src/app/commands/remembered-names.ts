import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { insightList } from './insights.ts';
import { memoryIfAny } from './memory-of.ts';
import type { Named } from './named.ts';
import { taskList } from './tasks.ts';

/** What can be named of what is remembered: labels of this session's pins, ids of tasks and insights. */
export async function rememberedNames(
	subject: 'pin' | 'task' | 'insight',
	caller: Caller,
	ports: Ports,
): Promise<Named[]> {
	switch (subject) {
		case 'pin':
			return pinsOf(caller, ports);
		case 'task': {
			const { tasks } = await taskList({ caller, all: true, done: false }, ports);
			return tasks.map(({ task }) => ({ word: task.id, about: task.title }));
		}
		case 'insight': {
			const filter = { caller, kind: undefined, all: true, which: 'all' } as const;
			const { insights, blockers } = await insightList(filter, ports);
			return [...blockers, ...insights.map(({ insight }) => insight)].map(({ id, text }) => ({
				word: id,
				about: text,
			}));
		}
	}
}

async function pinsOf(caller: Caller, ports: Ports): Promise<Named[]> {
	const { place, session } = await memoryIfAny(caller, ports);
	const record = session === undefined ? undefined : await ports.records.read(place, session);
	if (record?.kind !== 'present') return [];
	return record.doc.pins.map(({ label, content }) => ({ word: label, about: content }));
}
