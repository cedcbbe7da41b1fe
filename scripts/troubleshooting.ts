import { FINDINGS } from '../src/commands/doctor.ts';
import { hookRows } from './wiring.ts';

const LONGEST_LINE = 150;

const START = `# Troubleshooting

## I am blocked: what do I type?

| the message contains | it means | type |
| --- | --- | --- |
| \`NAME is unmet\` | a requirement blocks the call | what the message names; else \`/req:satisfy NAME\`, or \`/req:approve NAME\` for an exception of one hour |
| \`turn kept open\` | the turn should not end yet | what the message names. It is kept open once; then you read \`turn ended although …\` |
| \`this run does not count for NAME\` | a part of the tests, a hidden exit status, or another command ran | the command that it names, as its own call |
| \`ran and failed\` | the tests ran and failed | correct the code; run them again |
| \`stale: FILE changed\` | files changed after the proof | the same skill or command again |
| \`consumed by commit\` | one review, one commit | a new review |
| \`this branch is protected\` | a guard | \`git switch -c NAME\` in a call of its own; or \`/req:approve NAME\` |
| \`changed lines on this branch, the limit is\` | the branch is too large | \`/req:approve NAME\`, or split the branch |
| \`blocked (protect: true)\` | Claude tried what only you may do | do it yourself: \`/req:…\`, or edit the file |
| \`although NAME is unmet\` | a change bypassed a gate | \`git diff -- FILE\`, then satisfy NAME |
| \`command blocked once: a warning forbids it\` | an earlier session left a warning | the command again, if the warning does not apply |
| \`state file locked\` | another process writes | the command again; ${links('lock_held')} |
| \`not connected\` | the session's process is missing; the gates still work | \`/mcp\` → \`plugin:req:req\` → Reconnect; ${links('no_server')} |
| \`the gates are off\` | \`req\` cannot check anything | \`req doctor\` |

\`req explain\` shows why the last call was blocked, \`req status\` each requirement with its next step. To switch the gates of this branch off, type \`/req:pause\`.

## By what you see

| you see | look for |
|---|---|
| an edit is allowed that a requirement should block | \`req status\`: are the gates on, is it met, does its trigger fit? Then ${links('hooks_disabled', 'plugin_disabled', 'not_installed', 'plugin_build_missing', 'session_unseen', 'config_problem')} |
| a warning instead of a refusal | \`enforce: warn\` in the config, or ${links('state_unwritable', 'document_unreadable')} |
| no output at a session start | ${links('not_configured', 'folder_untrusted', 'settings_unreadable')} |
| a new session knows nothing of earlier ones | \`req session preview\`, then ${links('document_unreadable')} |
| a satisfied requirement is unmet again | its scope and \`ttl\`, \`req log\`, or ${links('quarantined', 'document_unreadable')} |
| a skill satisfies nothing | ${links('skill_unknown')}, or \`satisfy_on: done\` in the config |
| Claude Code feels slow | ${links('live_slow')} |

## Findings of \`req doctor\`

\`req doctor\` changes nothing and names a fix for each finding. It exits with 1 if you should correct something. \`--live\` also plays a session through the
installed hooks.
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
	return [head, START, ...findings, hooksSection()].join('\n');
}

function hooksSection(): string {
	const rows = hookRows.map(({ event, timeout, about }) => `| ${event} | ${timeout} s | ${about} |`);
	const head = ['| event | time limit | what it does |', '|---|---|---|'];
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
