import { CONFIG, type ConfigFacts } from './config.ts';
import { type Examined, examine, type Table } from './finding.ts';
import { PLUGIN, type PluginAreaFacts } from './installation.ts';
import { LIVE, type LiveFacts } from './live.ts';
import { PROGRAMS, type ProgramFacts } from './programs.ts';
import { SESSIONS, type SessionFacts } from './sessions.ts';
import { STATE, type StateFacts } from './state.ts';

/** What `req doctor` looks at, in the order it tells: a table for each area, a row for each thing that can be wrong. */
export const DOCTOR = {
	programs: PROGRAMS,
	plugin: PLUGIN,
	config: CONFIG,
	state: STATE,
	sessions: SESSIONS,
	live: LIVE,
} as const;
export type Area = keyof typeof DOCTOR;

/** What the tables go by. */
export interface DoctorFacts {
	readonly programs: ProgramFacts;
	readonly plugin: PluginAreaFacts;
	readonly config: ConfigFacts;
	readonly state: StateFacts;
	readonly sessions: SessionFacts;
	readonly live: LiveFacts;
}

/** Looks for every row of every area. */
export function examineAll(facts: DoctorFacts): readonly Examined[] {
	return (Object.keys(DOCTOR) as Area[]).map((area) =>
		examine<never>(area, DOCTOR[area] as Table<never>, facts[area] as never),
	);
}
