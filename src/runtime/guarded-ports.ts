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
	const { branchState, registry, journal, records, tasks, events, faults } = ports;
	return {
		...ports,
		seenConfigs: async () => {
			const seen = await ports.seenConfigs();
			return { ...seen, write: guarded(seen.write) };
		},
		looks: async () => {
			const looks = await ports.looks();
			const { begin, over, goesOn, keep, giveUp } = looks;
			return {
				...looks,
				begin: guarded(begin),
				over: guarded(over),
				goesOn: guarded(goesOn),
				keep: guarded(keep),
				giveUp: guarded(giveUp),
			};
		},
		branchState: { ...branchState, update: guarded(branchState.update) },
		registry: { ...registry, update: guarded(registry.update) },
		journal: { ...journal, append: guarded(journal.append) },
		records: { ...records, fold: guarded(records.fold), archive: guarded(records.archive) },
		tasks: { ...tasks, update: guarded(tasks.update) },
		events: { ...events, append: guarded(events.append), leave: guarded(events.leave) },
		faults: { ...faults, append: guarded(faults.append) },
	};
}
