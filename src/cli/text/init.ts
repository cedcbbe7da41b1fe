import type { Init } from '../../app/commands/init.ts';
import { oneLine } from '../../core/inject/one-line.ts';

/** What was written, or would be, and what to do next. */
export function initText({ file, preset, about, text, layer, written }: Init): string {
	if (!written) return [`# ${oneLine(file)} would be:`, text.trimEnd()].join('\n');
	return [`wrote ${oneLine(file)}: the preset ${preset}. ${about}`, ...nextSteps(layer)].join('\n');
}

function nextSteps(layer: Init['layer']): string[] {
	const share = {
		project: 'commit it, so that it holds for the whole team',
		local: 'keep it out of git: add .claude/requirements.local.yaml to .gitignore',
		global: 'it holds in every project of yours',
	} as const;
	return ['next:', `  ${share[layer]}`, '  req status   shows where its gates stand'];
}
