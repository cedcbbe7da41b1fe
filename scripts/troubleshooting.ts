import { FINDINGS } from '../src/commands/doctor.ts';
import { hookRows } from './wiring.ts';

const LONGEST_LINE = 150;

const START = `# Troubleshooting

\`req doctor\` checks everything that the gates need and names a fix for each finding. It changes nothing, so you can run it at any time.
\`req doctor --live\` also plays a session through the installed hooks, in a scratch repository: an edit must be refused, a skill satisfies the
requirement, and the edit is allowed. Processes answer first, then the plugin's server, and each answer is timed. The exit status is 1 if you should
correct something, which notes do not ask for, else 0. \`req doctor --json\` is for scripts.

\`req doctor\` cannot see the options of a single \`claude\` call (\`--plugin-dir\`, \`--settings\`, \`--setting-sources\`, \`--bare\`, \`--safe-mode\`).
\`req status\`, run inside a session, says whether the hooks run in that session.

\`req doctor\` fills in the words in angle quotes: \`‹file›\` is the file or folder that the finding is about, \`‹key›\` the entry in it, \`‹id›\` the
plugin with its marketplace, such as \`req@claude-req\`, \`‹clone›\` your clone.

## By what you see

| you see | look for |
|---|---|
| an edit goes through that a requirement should hold | \`req status\`: are the gates on, is the requirement met, does its trigger fit? Then \`req doctor\`: ${links('hooks_disabled', 'plugin_disabled', 'not_installed', 'plugin_build_missing', 'session_unseen', 'config_problem')} |
| a call is blocked, and you do not see why | \`req explain\` |
| a warning instead of a refusal | \`enforce: warn\` in the config, or ${links('state_unwritable', 'document_unreadable')} |
| no output at a session start | ${links('not_configured', 'folder_untrusted', 'settings_unreadable')} |
| a new session knows nothing of earlier ones | \`req session preview\` says of each why it is told or not, then ${links('document_unreadable')} |
| a satisfied requirement is unmet again | its scope and \`ttl\` in the config, \`req log\`, or ${links('quarantined', 'document_unreadable')} |
| a skill satisfies nothing | ${links('skill_unknown')}, or \`satisfy_on: done\` in the config |
| the client feels slow | ${links('live_slow')} |
`;

/** `docs/troubleshooting.md`: every finding of `req doctor`, from the rows it finds them by. */
export function troubleshootingPage(): string {
	const source = 'the rows in src/setup/*-findings.ts, src/events and scripts/troubleshooting.ts';
	const head = `<!-- Generated from ${source} by \`npm run schema\`: change those. -->`;
	const findings = Object.entries(FINDINGS).flatMap(([code, { severity, means, fix }]) => [
		`### ${code}`,
		'',
		wrapped(`*${severity}.* ${means}`),
		'',
		wrapped(`Fix: ${fix.replaceAll(/<(\w+)>/g, '‹$1›')}.`),
		'',
	]);
	return [head, START, '## Findings', '', ...findings, hooksSection()].join('\n');
}

function hooksSection(): string {
	const rows = hookRows.map(({ event, runs, timeout, about }) => {
		const on = runs.map(({ tools, async: isAsync }) => {
			const which =
				tools === undefined ? 'each time' : tools.map((tool) => `\`${tool}\``).join(', ');
			return isAsync ? `${which} (its process runs in the background)` : which;
		});
		return `| ${event} | ${on.join('; ')} | ${timeout} s | ${about} |`;
	});
	const head = ['| event | runs at | time limit | what it does |', '|---|---|---|---|'];
	return ['## The hooks', '', ...head, ...rows, ''].join('\n');
}

/** Lines of at most 150 characters; code stays in one piece. */
function wrapped(text: string): string {
	const words = text.match(/(?:`[^`]*`|[^\s`])+/g) ?? [];
	return words.reduce((lines, word) => {
		const last = lines.slice(lines.lastIndexOf('\n') + 1);
		return `${lines}${last.length + word.length < LONGEST_LINE ? ' ' : '\n'}${word}`;
	});
}

function links(...codes: readonly string[]): string {
	return codes.map((code) => `[\`${code}\`](#${code})`).join(', ');
}
