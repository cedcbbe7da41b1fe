import { projectOfCall } from '../events/projects.ts';
import { placeAt } from '../git/find-place.ts';
import { NO_GIT, onBranchText } from '../git/place.ts';
import { type DoctorWorld, type Finding, type FindingTable, findAll, readWorld } from '../setup/findings.ts';
import { ownFolder } from '../setup/installation.ts';
import { INSTALLATION_FINDINGS } from '../setup/installation-findings.ts';
import { type LivePlay, ROUNDS } from '../setup/live.ts';
import { PROJECT_FINDINGS } from '../setup/project-findings.ts';
import type { Program } from '../store/programs.ts';
import { named, oneLine } from '../text/one-line.ts';
import type { Paint } from '../text/paint.ts';
import { counted } from '../text/phrases.ts';
import { command, EXIT, JSON_SHOWN } from './command.ts';
import { columns } from './layout.ts';
import { paintOn } from './terminal.ts';

/** Everything that `req doctor` can find, in the order in which it is shown. */
export const FINDINGS: FindingTable = { ...INSTALLATION_FINDINGS, ...PROJECT_FINDINGS };

/** `req doctor`: 1 if a person should correct something. */
export const doctor = command({
	about: 'find what keeps the gates from working',
	details:
		'Checks Claude Code, the plugin, the settings, the config and what is stored, and names a fix for each finding. Changes nothing. Exits with 1 if a person should correct something.',
	options: {
		'--live': 'also play a session through the installed hooks, in a scratch repository',
		...JSON_SHOWN,
	},
	examples: ['req doctor', 'req doctor --live', 'req doctor --json'],
	run: async ({ live: isLive = false }, context) => {
		const writing = { ...context.writing, isReadOnly: true };
		const reading = { ...context, writing };
		const cwd = context.cwd();
		const project = await projectOfCall(cwd, reading);
		const place = project?.place ?? placeAt(cwd, context);
		const config = project ? { ...project, kind: 'some' as const } : { kind: 'none' as const };
		const world = await readWorld({ place, config, root: ownFolder(), isLive }, reading);
		const findings = findAll(FINDINGS, world);
		const isSound = findings.every(({ severity }) => severity === 'note');
		return {
			text: () => text(world, findings, paintOn(context)),
			json: () => ({
				ok: isSound,
				checks: checks(world),
				findings: findings.map(({ file = null, line = null, key = null, ...rest }) => {
					return { ...rest, file, line, key, page: `docs/troubleshooting.md#${rest.code}` };
				}),
				live: world.live ?? null,
			}),
			exit: isSound ? EXIT.done : EXIT.no,
		};
	},
});

function text(world: DoctorWorld, findings: readonly Finding[], paint: Paint): string {
	const { live } = world;
	const found = findings.flatMap(({ severity, what, means, fix, code, file = '', line, key = '' }) => {
		const mark = { broken: paint.red('✗'), warning: paint.yellow('!'), note: paint.dim('·') }[severity];
		const where = line === undefined ? oneLine(file) : `${oneLine(file)}:${line}`;
		const place = [where, oneLine(key)].filter((part) => part !== '').join(' ');
		return [
			`${mark} ${what} ${paint.dim(`[${code}]`)}`,
			...(place === '' ? [] : [`  at ${place}`]),
			`  ${means}`,
			`  fix: ${oneLine(fix)}`,
		];
	});
	const good = [...checks(world), ...(live === undefined ? [] : liveLines(live))];
	return [...good.map((check) => `${paint.green('✓')} ${check}`), ...found, summary(findings)].join('\n');
}

function summary(findings: readonly Finding[]): string {
	if (findings.length === 0) return 'everything in order';
	const parts = (['broken', 'warning', 'note'] as const).flatMap((severity) => {
		const count = findings.filter((one) => one.severity === severity).length;
		const what = severity === 'broken' ? `${count} broken` : counted(count, severity);
		return count === 0 ? [] : [what];
	});
	return parts.join(', ');
}

function checks({ own, node, claude, installation, config, place, session }: DoctorWorld): string[] {
	const version = (name: string, program: Program | undefined) =>
		program === undefined ? [] : [`${name} ${program.version}: ${program.path}`];
	const plugins = installation.plugins.filter(({ status }) => status === 'on');
	const { branch, root } = place;
	const where = branch === NO_GIT ? '(no git)' : onBranchText(branch);
	const count = config.kind === 'none' ? 0 : config.config.requirements.length;
	const lines = [
		`req ${own.version}: ${own.root}`,
		...version('node', node),
		...version('Claude Code', claude),
		...plugins.map(({ id, root: folder }) => `plugin ${named(id)} is on: ${folder}`),
		`${counted(count, 'requirement')} in ${root} ${where}`,
		`state: ${place.stateDir}`,
		...(session?.isSeen === true ? ['hooks of req have run in this session'] : []),
	];
	return lines.map(oneLine);
}

function liveLines({ root, times }: LivePlay): readonly string[] {
	if (root === null) return ['no session was played: files of the plugin are missing'];
	const rows = times.map(({ what, event, ms, server_ms }) => {
		return [what, event, `process ${ms} ms`, server_ms === null ? '' : `server ${server_ms} ms`];
	});
	const head = `a session was played ${ROUNDS} times by hooks of ${root}; median times`;
	return [oneLine(head), ...columns(rows)];
}
