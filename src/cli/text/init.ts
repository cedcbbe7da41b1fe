import type { Init } from '../../app/commands/init.ts';
import { oneLine } from '../../core/text/one-line.ts';

/** What was written, or would be, and what to do next. */
export function initText({ written, ...init }: Init): string {
	const { file, preset, about, text } = init;
	if (!written) return [`# ${oneLine(file)} would be:`, text.trimEnd()].join('\n');
	return [`wrote ${oneLine(file)}: the preset ${preset}. ${about}`, ...nextSteps(init)].join('\n');
}

function nextSteps({ layer, git }: Pick<Init, 'layer' | 'git'>): string[] {
	const share = {
		project: git ? ['commit it, so that it holds for the whole team'] : [],
		local: git ? ['keep it out of git: add .claude/requirements.local.yaml to .gitignore'] : [],
		global: ['it holds in every project of yours'],
	} as const;
	const steps = [
		...share[layer],
		'start claude here: the gates stand from its session start',
		'req status   shows where they stand',
	];
	return ['next:', ...steps.map((step) => `  ${step}`)];
}
