import type { DeskPorts } from '../ports.ts';
import type { LaunchedClient } from '../run-ports.ts';

/** The user's wish to stop a run. */
export interface Stops {
	/** No further session is started. */
	readonly asked: () => boolean;
	/** The one at work was stopped, too. */
	readonly stopped: () => boolean;
	/** The session that a second wish stops. */
	readonly guard: (client: LaunchedClient) => void;
	readonly end: () => void;
}

/** Ctrl-C once lets the session at work end, twice stops it, too; so does the end of the terminal at once. */
export function watchStops(ports: DeskPorts, tell: (now: boolean) => void): Stops {
	let times = 0;
	let isStopped = false;
	let client: LaunchedClient | undefined;
	const end = ports.interrupts.watch((isFinal) => {
		times += 1;
		isStopped ||= isFinal || times > 1;
		tell(isStopped);
		if (isStopped) client?.stop();
	});
	return {
		asked: () => times > 0,
		stopped: () => isStopped,
		guard: (launched) => {
			client = launched;
			if (isStopped) launched.stop();
		},
		end,
	};
}
