import type { ProjectConfig } from '../config/config.ts';
import type { CommandContext } from '../context.ts';
import type { Place } from '../git/place.ts';
import type { BranchState } from '../state/branch-state.ts';
import type { FaultLine } from '../store/fault.ts';
import type { Program } from '../store/programs.ts';
import type { JsonFile } from '../store/read-file.ts';
import type { Installation } from './installation.ts';
import type { LivePlay } from './live.ts';

/** What several findings of `req doctor` go by. Whatever else a finding needs, it reads itself. */
export interface DoctorWorld {
	readonly context: CommandContext;
	readonly place: Place;
	readonly config: ProjectConfig;
	/** The package that this `req` runs from. */
	readonly own: { readonly root: string; readonly version: string };
	readonly node: Program | undefined;
	readonly claude: Program | undefined;
	readonly installation: Installation;
	/** Stored documents that cannot be used. */
	readonly bad: readonly BadDocument[];
	/** What is stored of this branch. */
	readonly state: BranchState | undefined;
	/** What went wrong inside req and no session start has reported yet. */
	readonly faults: readonly FaultLine[];
	/** The session that `req` is called in, if any: whether a hook of req has run in it, and the server answers its hooks. */
	readonly session:
		| { readonly key: string; readonly isSeen: boolean; readonly hasServer: boolean }
		| undefined;
	/** Whether a hook of req has run in a live session here. */
	readonly isSeen: boolean;
	/** The session that was played; `undefined` without `--live`. */
	readonly live: LivePlay | undefined;
}

/** A stored document that cannot be used. */
export interface BadDocument {
	readonly path: string;
	/** `unreadable`: damaged, or this user may not read it. */
	readonly kind: 'unreadable' | 'newer';
	readonly why: string;
}

/** What can be wrong, each under its code. */
export type FindingTable = Readonly<Record<string, FindingRow>>;

interface FindingRow {
	/**
	 * `broken`: gates do not work, or not where they should. `warning`: a person should correct it. `note`: a person may
	 * want to know it, and the exit status does not count it.
	 */
	readonly severity: 'broken' | 'warning' | 'note';
	/** What it means for the gates, for docs/troubleshooting.md. */
	readonly means: string;
	/** What corrects it. `<word>` is filled in from the case. */
	readonly fix: string;
	/** The cases in which it is so. */
	readonly find: (world: DoctorWorld) => Case | undefined | false | readonly Case[];
}

/** One case of a finding. Other members are words of the row's fix. */
export interface Case {
	/** One sentence about this case, with foreign text made harmless. */
	readonly what: string;
	readonly file?: string | undefined;
	/** 1-based. */
	readonly line?: number | undefined;
	readonly key?: string | undefined;
	/** What corrects this very case, if more is known than the row says. */
	readonly fix?: string | undefined;
	readonly [word: string]: string | number | undefined;
}

/** Something `req doctor` found. */
export interface Finding extends Pick<Case, 'what' | 'file' | 'line' | 'key'> {
	readonly code: string;
	readonly severity: FindingRow['severity'];
	readonly fix: string;
}

/** Finds what is wrong, in the order of the rows. */
export function findAll(table: FindingTable, world: DoctorWorld): readonly Finding[] {
	return Object.entries(table).flatMap(([code, { severity, find, fix: usual }]) =>
		[find(world) || []].flat().map((one) => {
			const { what, file, line, key, fix = usual } = one;
			const filled = fix.replaceAll(/<(\w+)>/g, (whole, word: string) => `${one[word] ?? whole}`);
			return { code, severity, what, file, line, key, fix: filled };
		}),
	);
}

/** Where a JSON file names a key first. */
export function at({ path, text }: JsonFile, key: string): Pick<Case, 'file' | 'line' | 'key'> {
	const start = text.indexOf(JSON.stringify(key));
	const line = start === -1 ? undefined : text.slice(0, start).split('\n').length;
	return { file: path, line, key };
}
