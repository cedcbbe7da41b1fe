import { AREAS, type Area } from '../src/core/doctor/explained.ts';
import { FINDINGS, type FindingCode } from '../src/core/doctor/findings.ts';

const TITLES: Readonly<Record<Area, string>> = {
	programs: 'Programs and environment',
	plugin: 'Plugin and settings',
	config: 'Config',
	state: 'What is stored',
	sessions: 'Sessions',
	live: 'Played for real (`req doctor --live`)',
};

const START = `# Troubleshooting

\`req doctor\` looks at everything the gates need and names a fix for each finding. It changes nothing, so run it whenever you like.
\`req doctor --live\` also plays a session through the hooks that are really installed, in a scratch repository: it must be refused, satisfied and let
through, and each hook is measured. Exit status: 0 everything in order, 1 there are findings. \`req doctor --json\` is for scripts.

What it cannot see: options of one \`claude\` call (\`--plugin-dir\`, \`--settings\`, \`--setting-sources\`, \`--bare\`, \`--safe-mode\`). Whether hooks are at work in
a session is what \`req status\` says inside it.

## By what you see

| you see | look for |
|---|---|
| an edit goes through that a requirement should hold | \`req status\`: are the gates on, is the requirement met, does its trigger fit? Then \`req doctor\`: ${links('hooks_disabled', 'plugin_disabled', 'not_installed', 'plugin_build_missing', 'session_unseen', 'config_problem', 'config_off', 'branch_paused')} |
| a warning where a refusal should be | \`enforce: warn\` in the config, or ${links('state_unwritable', 'state_newer')} |
| every message comes twice | ${links('double_run')} |
| nothing at all at a session start | ${links('not_configured', 'folder_untrusted', 'simple_mode', 'settings_unreadable')} |
| a satisfied requirement is unmet again | its scope and \`ttl\` in the config, \`req history\`, or ${links('quarantined', 'state_corrupt')} |
| a skill that satisfies nothing | ${links('skill_unknown')}, or \`satisfy_on: done\` in the config |
| the client feels slow | ${links('live_slow', 'cache_unwritable')} |
`;

/** `docs/troubleshooting.md`: every finding of `req doctor`, from the table it finds them by. */
export function troubleshootingPage(): string {
	const source = 'src/core/doctor/*-findings.ts and scripts/troubleshooting.ts';
	const head = `<!-- Generated from ${source} by \`npm run schema\`: change those. -->`;
	return `${[`${head}\n${START}`, ...AREAS.map(section)].join('\n')}`;
}

function section(area: Area): string {
	const codes = (Object.keys(FINDINGS) as FindingCode[]).filter(
		(code) => FINDINGS[code].area === area,
	);
	return [`## ${TITLES[area]}`, '', ...codes.flatMap(entry)].join('\n');
}

function entry(code: FindingCode): string[] {
	const { severity, means, fix } = FINDINGS[code];
	return [
		`### ${code}`,
		'',
		`*${severity}.* ${means}`,
		'',
		`Fix: ${fix.replaceAll(/<(\w+)>/g, '‹$1›')}.`,
		'',
	];
}

function links(...codes: readonly FindingCode[]): string {
	return codes.map((code) => `[\`${code}\`](#${code})`).join(', ');
}
