import type { Interrupts } from '../app/run-ports.ts';

/** After these nobody is there any more to say it twice. */
const FINAL = ['SIGTERM', 'SIGHUP'] as const;

/** Signals of this process. */
export function liveInterrupts(): Interrupts {
	return {
		watch: (onInterrupt) => {
			const again = () => onInterrupt(false);
			const final = () => onInterrupt(true);
			process.on('SIGINT', again);
			for (const signal of FINAL) process.on(signal, final);
			return () => {
				process.off('SIGINT', again);
				for (const signal of FINAL) process.off(signal, final);
			};
		},
	};
}
