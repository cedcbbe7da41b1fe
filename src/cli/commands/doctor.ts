import { type Doctor, doctor as examine } from '../../app/commands/doctor.ts';
import { type Live, ROUNDS } from '../../app/doctor/live.ts';
import type { Area, Finding } from '../../core/doctor/finding.ts';
import { counted } from '../../core/text/counted.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { progressOn } from '../../runtime/terminal.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import { columns } from '../text/columns.ts';
import type { Paint } from '../text/paint.ts';

const TITLES: Readonly<Record<Area, string>> = {
	programs: 'Programs',
	plugin: 'Plugin and settings',
	config: 'Config',
	state: 'State',
	sessions: 'Sessions',
	live: 'Live',
};

/** `req doctor`: 1 where there are findings, grave or not. */
export async function doctor(
	options: { readonly live?: true; readonly json?: true },
	{ ports, paint, caller }: Desk,
): Promise<Answer> {
	const progress = progressOn();
	const live = options.live === true;
	const request = { caller: caller(undefined), live, tell: progress.tell };
	const found = await examine(request, ports).finally(progress.end);
	const said = options.json ? jsonAnswer(json(found)) : answer(text(found, paint));
	return { ...said, exit: found.findings.length === 0 ? EXIT.done : EXIT.no };
}

/** What was looked at, what was found, and what mends it. */
function text({ areas, findings, live }: Doctor, paint: Paint): string {
	const told = areas.filter(({ area }) => area !== 'live' || live !== undefined);
	const parts = told.map(({ area, checks, notes, findings: found }) =>
		[
			paint.bold(TITLES[area]),
			...checks.map((check) => `  ${paint.green('✓')} ${oneLine(check)}`),
			...notes.map((note) => `  ${paint.dim('·')} ${oneLine(note)}`),
			...(area === 'live' && live !== undefined ? liveLines(live, paint) : []),
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
		findings: findings.map(({ file = null, line = null, key = null, ...rest }) => ({
			...{ ...rest, file, line, key },
		})),
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

function liveLines({ cast, nodeMs, times, findings }: Live, paint: Paint): string[] {
	const source = {
		plugin: `hooks of the installed plugin: ${cast.root}`,
		settings: 'hooks wired by settings',
		package: `no hook is installed; hooks of the package this req run list from: ${cast.root}`,
	}[cast.from];
	const rows = times.map(({ what, event, ms, ratio }) => [
		what,
		event,
		`${ms.toFixed(0)} ms`,
		`${ratio.toFixed(2)} × node`,
	]);
	const lines = [oneLine(source), ...columns(rows)].map((row) => `  ${paint.green('✓')} ${row}`);
	if (times.length > 0) {
		return [...lines, `    medians of ${ROUNDS}; an empty node takes ${nodeMs.toFixed(0)} ms`];
	}
	if (findings.length > 0) return lines;
	return [...lines, `  ${paint.dim('·')} not played: files are missing that hooks need`];
}

function liveJson({ cast, nodeMs, times }: Live): object {
	return {
		from: cast.from,
		root: cast.root ?? null,
		node_ms: rounded(nodeMs),
		hooks: times.map(({ what, event, ms, ratio }) => ({
			...{ what, event },
			ms: rounded(ms),
			ratio: rounded(ratio),
		})),
	};
}

function rounded(number: number): number {
	return Math.round(number * 100) / 100;
}
