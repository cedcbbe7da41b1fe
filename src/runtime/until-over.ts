import type { Ports } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';

/**
 * Ports that change nothing once the event is over: Claude Code has continued without the answer, so the event consumes,
 * arms and notes nothing.
 */
export function untilOver(ports: Ports, isOver: () => boolean): Ports {
	const atOnce =
		<Given extends unknown[], Made>(work: (...given: Given) => Made) =>
		(...given: Given): Made => {
			if (isOver()) throw new Fault('deadline', 'the event is over', { hint: 'req status' });
			return work(...given);
		};
	const inTime = <Given extends unknown[], Made>(work: (...given: Given) => Promise<Made>) => {
		const started = atOnce(work);
		return async (...given: Given): Promise<Made> => started(...given);
	};
	const { branchState, registry, journal, records, tasks, events } = ports;
	return {
		...ports,
		looks: async () => {
			const looks = await ports.looks();
			return {
				...looks,
				begin: atOnce(looks.begin),
				over: atOnce(looks.over),
				goesOn: atOnce(looks.goesOn),
				keep: atOnce(looks.keep),
				giveUp: atOnce(looks.giveUp),
			};
		},
		branchState: { ...branchState, update: inTime(branchState.update) },
		registry: { ...registry, update: inTime(registry.update) },
		journal: { ...journal, append: inTime(journal.append) },
		records: { ...records, fold: inTime(records.fold), archive: inTime(records.archive) },
		tasks: { ...tasks, update: inTime(tasks.update) },
		events: { ...events, append: inTime(events.append), leave: inTime(events.leave) },
	};
}
