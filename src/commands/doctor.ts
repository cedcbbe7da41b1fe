import { projectOfCommand } from '../app/commands/project.ts';
import { named, oneLine } from '../core/text/one-line.ts';
import type { Paint } from '../core/text/paint.ts';
import { counted } from '../core/text/phrases.ts';
import { NO_GIT, onBranchText } from '../git/place.ts';
import { progressOn } from '../runtime/terminal.ts';
import { type DoctorWorld, type Finding, findAll } from '../setup/finding.ts';
import { FINDINGS, readWorld } from '../setup/findings.ts';
import { ownFolder, pluginAt } from '../setup/installation.ts';
import { type LivePlay, playLive, ROUNDS } from '../setup/live.ts';
import { textIn } from '../store/foreign-json.ts';
import { command, EXIT, JSON_SHOWN } from './command.ts';
import { columns } from './layout.ts';
import { paintOn } from './paint.ts';

/** `req doctor`: 1 if a person should correct something. */
export const doctor = command({
	about:
		'Checks Claude Code, the plugin, the settings, the config and what is stored, and names a fix for each finding. Changes nothing. Exits with 1 if a person should correct something.',
	options: {
		'--live': 'also play a session through the installed hooks, in a scratch repository',
		...JSON_SHOWN,
	},
	examples: ['req doctor', 'req doctor --live', 'req doctor --json'],
	run: async ({ live: isLive = false }, ports) => {
		const { context } = ports;
		const writing = { ...context.writing, isReadOnly: true };
		const reading = { ...ports, context: { ...context, writing } };
		const project = await projectOfCommand(context.cwd(), reading);
		const config =
			project.kind === 'bare' ? { kind: 'none' as const } : { ...project, kind: 'some' as const };
		const world = await readWorld({ place: project.place, config, root: ownFolder() }, reading);
		const live = isLive ? await play(world) : undefined;
		const findings = findAll(FINDINGS, { ...world, live });
		const isSound = findings.every(({ severity }) => severity === 'note');
		return {
			text: () => text({ ...world, live }, findings, paintOn(context)),
			json: () => ({
				ok: isSound,
				checks: checks(world),
				findings: findings.map(({ file = null, line = null, key = null, ...rest }) => {
					return { ...rest, file, line, key, page: `docs/troubleshooting.md#${rest.code}` };
				}),
				live: live === undefined ? null : liveJson(live),
			}),
			exit: isSound ? EXIT.done : EXIT.no,
		};
	},
});

/** Plays the plugin that is on; if there is none, this package. */
function play({ context, installation, own }: Omit<DoctorWorld, 'live'>): Promise<LivePlay> {
	const { plugins } = installation;
	const isOn = plugins.find(({ status }) => status === 'on' || status === 'unbuilt');
	const progress = progressOn(context);
	const plugin = isOn ?? pluginAt('req', own.root, undefined);
	return playLive(plugin, context, progress.tell).finally(progress.end);
}

function text(world: DoctorWorld, findings: readonly Finding[], paint: Paint): string {
	const { live } = world;
	const found = findings.flatMap(({ severity, what, fix, code, file = '', line, key = '' }) => {
		const mark = { broken: paint.red('✗'), warning: paint.yellow('!'), note: paint.dim('·') }[
			severity
		];
		const where = line === undefined ? oneLine(file) : `${oneLine(file)}:${line}`;
		const place = [where, oneLine(key)].filter((part) => part !== '').join(' ');
		return [
			`${mark} ${what} ${paint.dim(`[${code}]`)}`,
			...(place === '' ? [] : [`  at ${place}`]),
			`  fix: ${oneLine(fix)}`,
		];
	});
	const good = [...checks(world), ...(live === undefined ? [] : liveLines(live))];
	return [...good.map((check) => `${paint.green('✓')} ${check}`), ...found, summary(findings)].join(
		'\n',
	);
}

function summary(findings: readonly Finding[]): string {
	const counts = (['broken', 'warning', 'note'] as const).map((severity) => {
		const count = findings.filter((one) => one.severity === severity).length;
		return { count, text: severity === 'broken' ? `${count} broken` : counted(count, severity) };
	});
	const parts = counts.filter(({ count }) => count > 0).map((one) => one.text);
	if (parts.length === 0) return 'everything in order';
	return `${parts.join(', ')}; docs/troubleshooting.md says what each means`;
}

/** What was found as it should be, one line each. */
function checks({
	own,
	node,
	claude,
	installation,
	config,
	place,
	liveSessions,
	session,
}: Omit<DoctorWorld, 'live'>): readonly string[] {
	const { plugins, isTrusted } = installation;
	const programs = Object.entries({ node, 'Claude Code': claude });
	const where = place.branch === NO_GIT ? '(no git)' : onBranchText(place.branch);
	const count = config.kind === 'none' ? 0 : config.config.requirements.length;
	const lines = [
		`req ${own.version}: ${own.root}`,
		...programs.flatMap(([name, program]) => {
			return program === undefined ? [] : `${name} ${program.version}: ${program.path}`;
		}),
		...plugins
			.filter(({ status }) => status === 'on')
			.map(({ id, manifest, root = '' }) => {
				return `plugin ${named(id)} ${textIn(manifest.json, 'version')}: ${root}`;
			}),
		...(isTrusted === true ? ['the folder is trusted'] : []),
		...(config.kind === 'none'
			? []
			: [`${counted(count, 'requirement')} in ${place.root} ${where}`]),
		`state: ${place.stateDir}`,
		`${counted(liveSessions, 'live session')} registered`,
		...(session?.isSeen === true ? ['hooks of req have run in this session'] : []),
	];
	return lines.map(oneLine);
}

function liveLines({ root, times }: LivePlay): readonly string[] {
	if (root === undefined) return ['no session was played: files of the plugin are missing'];
	const rows = times.map(({ what, event, ms, serverMs }) => {
		const server = serverMs === undefined ? '' : `server ${serverMs.toFixed(0)} ms`;
		return [what, event, `process ${ms.toFixed(0)} ms`, server];
	});
	return [
		oneLine(`a session was played ${ROUNDS} times; medians; hooks of ${root}`),
		...columns(rows),
	];
}

function liveJson({ root, times }: LivePlay): object {
	const rounded = (ms: number) => Math.round(ms * 100) / 100;
	const hooks = times.map(({ what, event, ms, serverMs }) => {
		const server_ms = serverMs === undefined ? null : rounded(serverMs);
		return { what, event, ms: rounded(ms), server_ms };
	});
	return { root: root ?? null, hooks };
}
