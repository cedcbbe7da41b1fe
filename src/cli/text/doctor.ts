import type { Doctor } from '../../app/commands/doctor.ts';
import { type Live, ROUNDS } from '../../app/doctor/live.ts';
import type { Finding } from '../../core/doctor/finding.ts';
import { counted } from '../../core/text/counted.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { columns } from './columns.ts';
import type { Paint } from './paint.ts';

const TITLES = {
	programs: 'Programs',
	plugin: 'Plugin and settings',
	config: 'Config',
	state: 'State',
	sessions: 'Sessions',
	live: 'Live',
} as const;

/** What was looked at, what was found, and what mends it. */
export function doctorText({ areas, findings, live }: Doctor, paint: Paint): string {
	const told = areas.filter(({ area }) => area !== 'live' || live !== undefined);
	const parts = told.map(({ area, checks, notes = [], findings: found }) => [
		paint.bold(TITLES[area]),
		...checks.map((check) => `  ${paint.green('✓')} ${oneLine(check)}`),
		...notes.map((note) => `  ${paint.dim('·')} ${oneLine(note)}`),
		...(area === 'live' && live !== undefined ? liveLines(live, paint) : []),
		...found.flatMap((one) => findingLines(one, paint)),
	]);
	return [...parts.map((lines) => lines.join('\n')), summary(findings)].join('\n\n');
}

/** The same for scripts; absent values are null (D37). */
export function doctorJson({ areas, findings, live }: Doctor): object {
	return {
		ok: findings.length === 0,
		checks: areas.flatMap(({ area, checks }) => checks.map((text) => ({ area, text }))),
		notes: areas.flatMap(({ area, notes = [] }) => notes.map((text) => ({ area, text }))),
		findings: findings.map(({ file, line, key, ...rest }) => ({
			...rest,
			file: file ?? null,
			line: line ?? null,
			key: key ?? null,
		})),
		live: live === undefined ? null : liveJson(live),
	};
}

function findingLines({ severity, what, fix, code, ...where }: Finding, paint: Paint): string[] {
	const mark = severity === 'broken' ? paint.red('✗') : paint.yellow('!');
	const place = placeText(where);
	return [
		`  ${mark} ${what} ${paint.dim(`[${code}]`)}`,
		...(place === '' ? [] : [`    at ${place}`]),
		`    fix: ${oneLine(fix)}`,
	];
}

function placeText({ file, line, key }: Pick<Finding, 'file' | 'line' | 'key'>): string {
	const path = file === undefined ? '' : oneLine(file);
	const where = line === undefined ? path : `${path}:${line}`;
	return [where, key === undefined ? '' : oneLine(key)].filter((part) => part !== '').join(' ');
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
	return [
		`  ${paint.green('✓')} ${oneLine(source)}`,
		...columns(rows).map((row) => `  ${paint.green('✓')} ${row}`),
		...(times.length === 0
			? notPlayed(findings, paint)
			: [`    medians of ${ROUNDS}; an empty node takes ${nodeMs.toFixed(0)} ms`]),
	];
}

function notPlayed(findings: readonly Finding[], paint: Paint): string[] {
	if (findings.length > 0) return [];
	return [`  ${paint.dim('·')} not played: files are missing that hooks need`];
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
