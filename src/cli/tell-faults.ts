import type { Ports } from '../app/ports.ts';
import type { FaultLine } from '../core/fault/fault.ts';

/** Ports that also tell of every fault they write down: at the command line somebody is reading (D7). */
export function tellingFaults<P extends Ports>(ports: P, tell: (fault: FaultLine) => void): P {
	const { faults } = ports;
	return {
		...ports,
		faults: {
			...faults,
			append: (place, fault) => {
				tell(fault);
				return faults.append(place, fault);
			},
		},
	};
}
