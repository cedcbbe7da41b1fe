import type { Ports } from '../app/ports.ts';

/**
 * Ports that ask before each change whether this process may still make it. What only reads is passed on.
 *
 * @param mayChange throws if the event is over, or if another process answers it
 */
export function guardedPorts(ports: Ports, mayChange: () => void): Ports {
	const guarded =
		<Given extends unknown[], Made>(work: (...given: Given) => Made) =>
		(...given: Given): Made => {
			mayChange();
			return work(...given);
		};
	const { journal, records, tasks, events, faults } = ports;
	const { looks } = ports;
	return {
		...ports,
		looks: {
			...looks,
			begin: guarded(looks.begin),
			over: guarded(looks.over),
			goesOn: guarded(looks.goesOn),
			keep: guarded(looks.keep),
			giveUp: guarded(looks.giveUp),
		},
		journal: { ...journal, append: guarded(journal.append) },
		records: { ...records, fold: guarded(records.fold), archive: guarded(records.archive) },
		tasks: { ...tasks, update: guarded(tasks.update) },
		events: { ...events, append: guarded(events.append) },
		faults: { ...faults, append: guarded(faults.append) },
	};
}
