import { projectOfCommand } from '../app/commands/project.ts';
import { type Installation, installationAt, skillFolders } from '../app/doctor/installation.ts';
import { type Live, playLive, ROUNDS } from '../app/doctor/live.ts';
import { pluginModules } from '../app/doctor/plugin-modules.ts';
import type { Checkup } from '../app/doctor-ports.ts';
import type { AllPorts } from '../app/ports.ts';
import type { Config, ProjectConfig } from '../config/config.ts';
import { type ConfigFacts, programsOf } from '../core/doctor/config.ts';
import { type DoctorFacts, examineAll } from '../core/doctor/doctor.ts';
import type { Examined, Finding } from '../core/doctor/finding.ts';
import { NOT_PLAYED } from '../core/doctor/live.ts';
import type { ProgramFacts } from '../core/doctor/programs.ts';
import { registered, type SessionFacts } from '../core/doctor/sessions.ts';
import type { StateFacts, StoredFiles } from '../core/doctor/state.ts';
import { parseSessionId } from '../core/session/session-id.ts';
import { oneLine } from '../core/text/one-line.ts';
import type { Paint } from '../core/text/paint.ts';
import { absolutePath } from '../core/text/paths.ts';
import { counted } from '../core/text/phrases.ts';
import type { Place } from '../git/place.ts';
import { journalOf } from '../journal/journal.ts';
import { allPorts } from '../runtime/all-ports.ts';
import { progressOn } from '../runtime/terminal.ts';
import { machineOf } from '../state/registry.ts';
import { commonDirOf, isAlive } from '../state/registry-kind.ts';
import { realPath } from '../store/paths.ts';
import { command, EXIT, JSON_SHOWN } from './command.ts';
import { columns } from './layout.ts';
import { paintOn } from './paint.ts';

/** `req doctor`: 1 where there are findings, grave or not. */
export const doctor = command({
	about:
		'Looks at the client, the plugin, the settings, the config and what is stored, and names a fix for each finding. Changes nothing. Exits with 1 where there is any finding.',
	options: {
		'--live': 'also play a session through the installed hooks, in a scratch repository',
		...JSON_SHOWN,
	},
	examples: ['req doctor', 'req doctor --live', 'req doctor --json'],
	run: async ({ live = false }, ports) => {
		const progress = progressOn(ports.context);
		const looking = gathered(live && progress.tell, allPorts(ports));
		const { facts, live: played } = await looking.finally(progress.end);
		const areas = examineAll(facts);
		const findings = areas.flatMap((area) => area.findings);
		const found = { areas, findings, live: played };
		return {
			text: () => text(found, paintOn(ports.context)),
			json: () => json(found),
			exit: findings.length === 0 ? EXIT.done : EXIT.no,
		};
	},
});

/** What was found, area by area. */
interface Doctor {
	readonly areas: readonly Examined[];
	readonly findings: readonly Finding[];
	/** `undefined` unless asked for. */
	readonly live: Live | undefined;
}

/** What was looked at, what was found, and what mends it. */
function text({ areas, findings, live }: Doctor, paint: Paint): string {
	const told = areas.filter(({ area }) => area !== 'live' || live !== undefined);
	const parts = told.map(({ area, title, checks, notes, findings: found }) =>
		[
			paint.bold(title),
			...checks.map((check) => `  ${paint.green('✓')} ${oneLine(check)}`),
			...notes.map((note) => `  ${paint.dim('·')} ${oneLine(note)}`),
			...(area === 'live' && live !== undefined ? liveLines(live, found.length > 0, paint) : []),
			...found.flatMap((one) => findingLines(one, paint)),
		].join('\n'),
	);
	return [...parts, summary(findings)].join('\n\n');
}

/** The same for scripts; absent values are null. */
function json({ areas, findings, live }: Doctor): object {
	return {
		ok: findings.length === 0,
		checks: areas.flatMap(({ area, checks }) => checks.map((check) => ({ area, text: check }))),
		notes: areas.flatMap(({ area, notes }) => notes.map((note) => ({ area, text: note }))),
		findings: findings.map(({ file = null, line = null, key = null, ...rest }) => {
			return { ...rest, file, line, key };
		}),
		live: live === undefined ? null : liveJson(live),
	};
}

function findingLines(finding: Finding, paint: Paint): string[] {
	const { severity, what, fix, code, file = '', line, key = '' } = finding;
	const mark = severity === 'broken' ? paint.red('✗') : paint.yellow('!');
	const where = line === undefined ? oneLine(file) : `${oneLine(file)}:${line}`;
	const place = [where, oneLine(key)].filter((part) => part !== '').join(' ');
	return [
		`  ${mark} ${what} ${paint.dim(`[${code}]`)}`,
		...(place === '' ? [] : [`    at ${place}`]),
		`    fix: ${oneLine(fix)}`,
	];
}

function summary(findings: readonly Finding[]): string {
	if (findings.length === 0) return 'everything in order';
	const broken = findings.filter(({ severity }) => severity === 'broken').length;
	const warnings = findings.length - broken;
	const parts = [
		...(broken === 0 ? [] : [`${broken} broken`]),
		...(warnings === 0 ? [] : [counted(warnings, 'warning')]),
	];
	return `${counted(findings.length, 'finding')}: ${parts.join(', ')}`;
}

function liveLines({ cast, nodeMs, times }: Live, isWrong: boolean, paint: Paint): string[] {
	const source = {
		plugin: `hooks of the installed plugin: ${cast.root}`,
		settings: 'hooks wired by settings',
		package: `no hook is installed; hooks of the package this req run list from: ${cast.root}`,
	}[cast.from];
	const rows = times.map(({ what, event, ms, ratio, serverMs }) => {
		const byProcess = `process ${ms.toFixed(0)} ms, ${ratio.toFixed(2)} × node`;
		return [
			what,
			event,
			byProcess,
			serverMs === undefined ? '' : `server ${serverMs.toFixed(0)} ms`,
		];
	});
	const lines = [oneLine(source), ...columns(rows)].map((row) => `  ${paint.green('✓')} ${row}`);
	if (times.length > 0) {
		return [...lines, `    medians of ${ROUNDS}; an empty node takes ${nodeMs.toFixed(0)} ms`];
	}
	if (isWrong) return lines;
	return [...lines, `  ${paint.dim('·')} not played: files are missing that hooks need`];
}

function liveJson({ cast, nodeMs, times }: Live): object {
	return {
		...{ from: cast.from, root: cast.root ?? null, node_ms: rounded(nodeMs) },
		hooks: times.map(({ what, event, ms, ratio, serverMs }) => {
			const server_ms = serverMs === undefined ? null : rounded(serverMs);
			return { what, event, ms: rounded(ms), ratio: rounded(ratio), server_ms };
		}),
	};
}

function rounded(number: number): number {
	return Math.round(number * 100) / 100;
}

/**
 * Looks at all that gates need, and changes nothing: everything the tables go by, each fact asked for once.
 *
 * @param tell is told what the self-test is doing; `false`: no session is played
 */
async function gathered(
	tell: false | ((progress: string) => void),
	ports: AllPorts,
): Promise<{ readonly facts: DoctorFacts; readonly live: Live | undefined }> {
	const cwd = ports.context.cwd();
	const { place, found } = await projectSeen(cwd, ports);
	const stored = ports.checkup.stored(place);
	const installation = installationAt(foldersOf(place, ports), ports);
	const sessions = await sessionFacts(place, stored, ports, found.kind === 'some');
	const isAtWork = sessions.own?.isSeen === true || isRegisteredHere(sessions);
	const live = tell ? await playLive(installation, ports, tell) : undefined;
	const project = { place, found, stored, installation };
	const facts = {
		programs: await programFacts(ports),
		plugin: {
			...{ ...installation, isAtWork },
			hasServer: sessions.own?.isSeen === true ? ports.live.hasServer() : undefined,
			modules: pluginModules({ ...installation, root: place.root }, ports),
		},
		config: await configFacts(project, ports),
		state: await stateFacts(place, stored, ports),
		sessions,
		live: live ?? NOT_PLAYED,
	};
	return { facts, live };
}

/** A look changes nothing: it does not keep the compiled config fresh. */
async function projectSeen(
	cwd: string,
	ports: AllPorts,
): Promise<{ readonly place: Place; readonly found: ProjectConfig }> {
	const { context } = ports;
	const writing = { ...context.writing, isReadOnly: true };
	const project = await projectOfCommand(cwd, { ...ports, context: { ...context, writing } });
	const { place } = project;
	if (project.kind === 'bare') return { place, found: { kind: 'none' } };
	return { place, found: { ...project, kind: 'some' } };
}

/** The client reads project settings in the folder a session starts in, and nowhere above it. */
function foldersOf({ root }: Place, { host }: AllPorts): string[] {
	const start = host.projectDir === undefined ? root : realPath(host.projectDir);
	return [...new Set([start, root])];
}

async function programFacts({ checkup }: AllPorts): Promise<ProgramFacts> {
	const { surroundings, own, program, hasProgram } = checkup;
	const name = surroundings.clientPrograms.find(hasProgram);
	const [node, git, client] = await Promise.all([
		program('node'),
		program('git'),
		name === undefined ? undefined : program(name),
	]);
	return { node, git, client, own: own().version };
}

async function stateFacts(place: Place, stored: StoredFiles, ports: AllPorts): Promise<StateFacts> {
	return { stored, faults: await ports.faults.read(place), now: ports.now() };
}

/** The session this runs in shows a hook at work by its journal, or by being registered. */
async function sessionFacts(
	place: Place,
	stored: StoredFiles,
	ports: AllPorts,
	isConfigured: boolean,
): Promise<SessionFacts> {
	const id = ports.host.sessionId;
	const session = id === undefined ? undefined : parseSessionId(id, ports.sha256);
	const commonDir = commonDirOf(place);
	const facts = { stored, machine: machineOf(ports.context), commonDir, isConfigured };
	if (session === undefined) return { ...facts, own: undefined };
	const lines = await journalOf(place, session);
	const isRegistered = registered(stored).some(([, { uuid }]) => uuid === session.uuid);
	return { ...facts, own: { id: session.key, isSeen: lines.length > 0 || isRegistered } };
}

function isRegisteredHere({ stored, machine, commonDir }: SessionFacts): boolean {
	return registered(stored).some(
		([, entry]) => entry.common_dir === commonDir && isAlive(entry, machine),
	);
}

/** A project as it was found. */
interface ExaminedProject extends Pick<ConfigFacts, 'found'> {
	readonly place: Place;
	readonly stored: StoredFiles;
	readonly installation: Installation;
}

/** What the config of a project leans on. */
async function configFacts(project: ExaminedProject, ports: AllPorts): Promise<ConfigFacts> {
	const { place, found, stored } = project;
	const { checkup } = ports;
	const states = stored.branches.flatMap(({ found: one }) =>
		one.kind === 'present' ? [one.doc] : [],
	);
	return {
		...{ place, found },
		skills: found.kind === 'none' ? [] : skillsAt(project, ports),
		missingPrograms: found.kind === 'none' ? [] : missingPrograms(found.config, place, checkup),
		state: states.find(({ branch }) => branch === place.branch),
		packageJson: checkup.json(`${place.root}/package.json`).json,
	};
}

function skillsAt({ place, installation }: ExaminedProject, ports: AllPorts): string[] {
	const { checkup, host } = ports;
	const { plugins, wired, own, folders } = installation;
	const roots = [
		...installation.enabledRoots,
		...plugins.flatMap(({ root }) => root ?? []),
		// Where nothing tells how the hooks are loaded, this package is what `--plugin-dir` would name.
		...(wired.length === 0 ? [own.root] : []),
	];
	const clients = [...[...folders, place.root].map((one) => `${one}/.claude`), host.configDir];
	const all = [
		...roots.flatMap((root) => skillFolders(root, checkup)),
		...clients.flatMap((folder) => [`${folder}/skills`, `${folder}/commands`]),
	];
	return [...new Set(all)].flatMap((folder) => skillsIn(folder, checkup));
}

/** `skills/<name>/SKILL.md`, `commands/<name>.md` and `commands/<group>/<name>.md`. */
function skillsIn(folder: string, checkup: Checkup): string[] {
	const names = checkup.names(folder);
	const grouped = names
		.filter((name) => !name.includes('.'))
		.flatMap((name) => checkup.names(`${folder}/${name}`));
	const files = [...names, ...grouped].filter((name) => name.endsWith('.md'));
	return [...names, ...files.map((name) => name.slice(0, -'.md'.length))];
}

function missingPrograms(
	{ requirements }: Config,
	{ root }: Pick<Place, 'root'>,
	{ hasProgram }: Checkup,
): string[] {
	const commands = requirements.flatMap((requirement) => requirement.commands);
	const programs = new Set(commands.flatMap(({ run }) => programsOf(run)));
	return [...programs].filter((program) => {
		return !hasProgram(program.includes('/') ? absolutePath(program, root) : program);
	});
}
