import { readJsonLayout } from '../../src/adapters/json-layouts.ts';
import { attempt } from '../../src/adapters/read-regular.ts';
import { searchTexts } from '../../src/adapters/text-search.ts';
import type { Looks } from '../../src/app/look-ports.ts';
import type { AllPorts, CallMarks, Configs, HostFacts, Journals } from '../../src/app/ports.ts';
import type { Lessons } from '../../src/app/record-ports.ts';
import { compileConfig } from '../../src/core/config/compile.ts';
import type { FaultLine } from '../../src/core/fault/fault.ts';
import type { JournalLine } from '../../src/core/journal/line.ts';
import { type BranchName, isInside, NO_GIT, type Place } from '../../src/core/place/place.ts';
import type { SessionKey } from '../../src/core/session/session-id.ts';
import { sources } from './compile-values.ts';
import { contextOf } from './context.ts';
import { memoryCheckup, nothingPlayed } from './memory-checkup.ts';
import { MemoryContinuity } from './memory-continuity.ts';
import { MemoryDocuments } from './memory-documents.ts';
import { noRuns } from './memory-runs.ts';
import { memorySetupFiles, NO_PROJECT } from './memory-setup.ts';
import { sha256 } from './some-session.ts';
import { ms } from './some-state.ts';

/** A whole world in memory: one repository at /project, unless a test makes more. */
/** No call is looked at. */
const NO_MARKS: CallMarks = {
	keepRunning: () => undefined,
	wasLookedAt: () => false,
	end: () => undefined,
};

/** Nothing was learned. */
const NO_LESSONS: Lessons = {
	read: () => undefined,
	add: () => false,
	build: async () => undefined,
	parse: () => undefined,
};

const NO_LOOKS: Looks = {
	begin: () => undefined,
	begun: () => undefined,
	over: () => undefined,
	others: () => [],
	spanOf: () => ({ from: 0n, until: 0n }),
	goesOn: () => undefined,
	beside: () => [],
	last: () => undefined,
	keep: () => undefined,
	take: () => ({ kind: 'look', files: [], isWhole: true }),
	changedAt: () => 0n,
	uncommitted: () => undefined,
	detachedAt: () => undefined,
	underway: () => ({ merging: [], operation: '', elsewhere: {} }),
	commits: () => [],
	ownWork: () => [],
	differing: () => [],
	isGivenUp: () => false,
	giveUp: () => false,
};

export class MemoryWorld {
	now = ms(0);
	readonly documents = new MemoryDocuments();
	/** Branch by root of each repository. */
	readonly branches = new Map([['/project', 'main']]);
	/** Roots of linked worktrees, with the root that keeps their state. */
	readonly worktrees = new Map<string, string>();
	/** Values of the config files by root; a root without one is not configured. */
	readonly configs = new Map<string, unknown>();
	readonly links = new Map<string, string>();
	/** Texts of the user's files by path. */
	readonly files = new Map<string, string>();
	/** Where branches stand. */
	readonly commits = new Map<string, string>();
	/** Journal lines by state directory and session key. */
	readonly journals = new Map<string, unknown[]>();
	readonly faults = new Map<string, FaultLine[]>();
	readonly continuity = new MemoryContinuity(this);
	/** Changed lines by branch. */
	readonly sizes = new Map<string, number>();
	/** Start times of the processes that run. */
	readonly processes = new Map([[7, 'then']]);
	/** Prompt ids by transcript. */
	readonly transcripts = new Map<string, string[]>();
	/** Ids of the sessions that copied answers were given in, by transcript. */
	readonly answers = new Map<string, string[]>();
	/** Texts of the client's files. */
	readonly texts = new Map<string, string>();
	host: HostFacts = {
		hostname: 'here',
		home: '/home/u',
		configDir: '/home/u/.claude',
		projectDir: '/project',
		pid: 70,
		clientPid: 7,
		sessionId: undefined,
		calledByModel: false,
		pluginRoot: undefined,
		nested: false,
		inheritFrom: undefined,
		inheritBundle: undefined,
		gatesToldBy: undefined,
		user: 'anna',
	};
	plansDirectory: string | undefined;

	constructor(requirements?: Readonly<Record<string, object>>, more: object = {}) {
		if (requirements !== undefined) this.configs.set('/project', { requirements, ...more });
	}

	/** The place of a directory. */
	at(dir: string): Place {
		const root = [...this.branches.keys()]
			.filter((one) => one === dir || isInside(dir, one))
			.sort((a, b) => b.length - a.length)[0];
		const where = {
			mainRoot: undefined,
			renamedFrom: () => [],
			birth: async () => undefined,
			hasLeft: () => false,
		};
		if (root === undefined) {
			return { ...where, root: dir, stateDir: `/state${dir}`, branch: NO_GIT, git: false };
		}
		const branch = this.branches.get(root) as BranchName;
		const stateDir = `${this.worktrees.get(root) ?? root}/.git/requirements`;
		return { ...where, root, stateDir, branch, git: true };
	}

	/** Journal lines a session has at the project. */
	lines(key: string, root = '/project'): JournalLine[] {
		return (this.journals.get(journalOf(this.at(root), key)) ?? []) as JournalLine[];
	}

	/** What was written since the last time somebody asked. */
	takeWrites(): string[] {
		return this.documents.writes.splice(0);
	}

	ports(): AllPorts {
		const now = () => this.now;
		return {
			context: contextOf({ env: {} }).context,
			now,
			sha256,
			host: this.host,
			places: {
				at: (dir) => this.at(dir),
				ifReadable: (dir) => this.at(dir),
				commit: ({ branch }) => this.commits.get(branch),
				tips: async () => ({}),
				exists: () => false,
				ignored: async () => new Set(),
				realPath: (path) => this.links.get(path) ?? path,
			},
			config: this.#configs(),
			seenConfigs: async () => ({
				read: () => [],
				newest: () => undefined,
				write: () => undefined,
			}),
			calls: async () => NO_MARKS,
			looks: async () => NO_LOOKS,
			explainConfig: async ({ root }) => compileConfig(sources({}, this.configs.get(root))).origins,
			leftovers: {
				find: async () => ({ leftovers: [], kept: [] }),
				ofSession: async () => [],
			},
			branches: () => [...this.branches.values()] as BranchName[],
			checkup: memoryCheckup(),
			inScratch: nothingPlayed,
			setupFiles: memorySetupFiles(this.files),
			projectProbe: NO_PROJECT,
			jsonReader: async () => readJsonLayout,
			searchTexts,
			...noRuns,
			branchState: this.documents.branchStates(now),
			registry: this.documents.registry(),
			journal: this.#journals(),
			records: this.continuity.recordPort(),
			lessons: async () => NO_LESSONS,
			clientMemory: async () => [],
			tasks: this.continuity.taskPort(),
			events: this.continuity.eventPort(),
			bundles: this.continuity.bundlePort(),
			faults: {
				append: async ({ stateDir }, fault) => {
					this.faults.set(stateDir, [...(this.faults.get(stateDir) ?? []), fault]);
				},
				read: async ({ stateDir }) => this.faults.get(stateDir) ?? [],
			},
			branchSize: async ({ branch }) => this.sizes.get(branch),
			processes: {
				startedAt: (pid) => this.processes.get(pid),
				exists: (pid) => this.processes.has(pid),
			},
			namedPlugins: () => [],
			client: {
				plansDirectory: () => this.plansDirectory,
				text: (path) => this.texts.get(path) ?? '',
				parse: (text) => JSON.parse(text),
				copiedFrom: (transcript) => ({
					prompts: this.transcripts.get(transcript) ?? [],
					sessions: this.answers.get(transcript) ?? [],
				}),
			},
			attempt,
			trace: undefined,
		};
	}

	#configs(): Configs {
		const load: Configs['load'] = async ({ root }) => {
			if (!this.configs.has(root)) return { kind: 'none' };
			const { config, problems } = compileConfig(sources({}, this.configs.get(root)));
			return { kind: 'some', config, problems };
		};
		const versions: Configs['sources'] = ({ root }) => [
			{ path: root, key: JSON.stringify(this.configs.get(root)) ?? 'absent' },
		];
		const plain = { underway: () => undefined, hadOwnFile: () => false, isHidden: () => false };
		const changed = () => undefined;
		return { load, compile: load, read: load, changed, sources: versions, ...plain };
	}

	#journals(): Journals {
		return {
			append: async (place, key, lines) => {
				if (!this.documents.writable) return false;
				const id = journalOf(place, key);
				this.journals.set(id, [...(this.journals.get(id) ?? []), ...lines]);
				this.documents.writes.push(`journal ${key}`);
				return true;
			},
			read: async (place, key) => this.journals.get(journalOf(place, key)) ?? [],
			recent: async ({ stateDir }, since) =>
				[...this.journals]
					.filter(([id, lines]) => id.startsWith(`${stateDir} `) && lastTime(lines) >= since)
					.sort(([, a], [, b]) => lastTime(b) - lastTime(a))
					.map(([id]) => id.slice(stateDir.length + 1) as SessionKey),
		};
	}
}

function lastTime(lines: readonly unknown[]): number {
	return Date.parse((lines.at(-1) as JournalLine).at);
}

function journalOf({ stateDir }: Place, key: string): string {
	return `${stateDir} ${key}`;
}
