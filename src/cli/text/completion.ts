import type { Named } from '../../app/commands/named.ts';
import { oneLine } from '../../core/text/one-line.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * Words that mean themselves in every shell. A branch may be called `$(reboot)`: what has to be quoted
 * is left out rather than put on somebody's command line.
 */
const PLAIN = /^[\p{L}\p{N}_-][\p{L}\p{N}_./@+-]*$/u;
const MAX_ABOUT = 60;

/** Candidates that begin as the typed word does: one per line, with a tab and a few words where there are any. */
export function candidateLines(candidates: readonly Named[], typed: string): string {
	return candidates
		.filter(({ word }) => PLAIN.test(word) && word.startsWith(typed))
		.map(({ word, about }) => (about === '' ? word : `${word}\t${aboutText(about)}`))
		.join('\n');
}

function aboutText(about: string): string {
	const line = oneLine(about);
	return line.length <= MAX_ABOUT ? line : `${line.slice(0, MAX_ABOUT - 1)}…`;
}

/** What a shell runs to complete command lines of `req`. None of them evaluates what `req` answers. */
export function completionScript(shell: Shell): string {
	return SCRIPTS[shell].trim();
}

const SCRIPTS: Readonly<Record<Shell, string>> = {
	bash: `
# Completes \`req\` in bash. To have it in every shell, add to ~/.bashrc:
#   source <(req config completion bash)
_req() {
	local cur=\${COMP_WORDS[COMP_CWORD]} line
	COMPREPLY=()
	while IFS= read -r line; do
		line=\${line%%$'\\t'*}
		[[ -n $line && $line == "$cur"* ]] && COMPREPLY+=("$line")
	done < <(command req complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
	return 0
}
complete -F _req req
`,
	zsh: `
#compdef req
# Completes \`req\` in zsh. To have it in every shell, add to ~/.zshrc, after compinit:
#   source <(req config completion zsh)
_req() {
	local line
	local -a words_found texts
	for line in "\${(@f)$(command req complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
		[[ -n $line ]] || continue
		words_found+=("\${line%%$'\\t'*}")
		texts+=("\${line/$'\\t'/  -- }")
	done
	(( \${#words_found} )) && compadd -l -d texts -a words_found
}
if [ "\${funcstack[1]}" = _req ]; then _req "$@"; else compdef _req req; fi
`,
	fish: `
# Completes \`req\` in fish. To have it in every shell:
#   req config completion fish > ~/.config/fish/completions/req.fish
function __req_complete
	set -l words (commandline -opc)
	set -e words[1]
	set -l current (commandline -ct)
	command req complete -- $words "$current" 2>/dev/null
end
complete -c req -f -a '(__req_complete)'
`,
};
