import { parentOf } from '../place/place.ts';
import { quotedWord } from '../setup/shell-word.ts';
import { type GitHook, MARK, REFUSED } from './git-hooks.ts';

/** What is written into a script: it has to find all of it without asking anybody. */
interface HookFacts {
	/** Absolute path of the Node it runs on. */
	readonly node: string;
	/** `dist/hooks/git-hook.cjs` of the package that wrote it. */
	readonly program: string;
	/** `<claude config dir>` of whoever installed it. */
	readonly configDir: string;
	/** The directory that all working trees of the repository share, as the registry of sessions names it. */
	readonly commonDir: string;
	/** Name, in the same folder, of the hook that was there before, and that runs first. */
	readonly before: string | undefined;
	/** Whether the folder of the hooks was made for it. */
	readonly madeFolder: boolean;
}

/** A hook as it is found. `edited`: ours, with something of somebody else's in it. */
type FoundHook =
	| {
			readonly kind: 'ours' | 'edited';
			readonly before: string | undefined;
			readonly program: string;
			readonly madeFolder: boolean;
	  }
	| { readonly kind: 'foreign' };

/**
 * The script of a hook. It needs nothing but a POSIX shell, and starts Node only where a branch gets commits that no
 * other one has, and somebody is there whom the config may hold (ADR 22).
 *
 * @param sha256 hex digest, by which a later `req` knows its own work again
 */
export function hookScript(
	hook: GitHook,
	facts: HookFacts,
	sha256: (text: string) => string,
): string {
	const body = `${head(hook, facts)}${JUDGE[hook]}${TAIL}`;
	const about = `# ${hook}: written by \`req hooks install\`, taken back by \`req hooks remove\`.`;
	return ['#!/bin/sh', about, `${MARK}${sha256(body)}`, body].join('\n');
}

/** What a hook is, by its text. */
export function readHookScript(text: string, sha256: (text: string) => string): FoundHook {
	const at = text.indexOf(`\n${MARK}`);
	if (at < 0) return { kind: 'foreign' };
	const line = text.indexOf('\n', at + 1);
	const body = text.slice(line + 1);
	const isWhole = text.slice(at + 1 + MARK.length, line) === sha256(body);
	const beginning = text.slice(0, at).split('\n').length === 2;
	const value = (name: string) => valueIn(body, name);
	return {
		kind: isWhole && beginning ? 'ours' : 'edited',
		before: value('before') || undefined,
		program: value('program') ?? '',
		madeFolder: value('made_folder') === 'yes',
	};
}

function valueIn(body: string, name: string): string | undefined {
	const [, word] = new RegExp(`^${name}='(.*)'$`, 'm').exec(body) ?? [];
	return word?.replaceAll("'\\''", "'");
}

/** Of a program in a folder of versions, those of the other versions: an update of the plugin moves it. */
function others(program: string): string {
	const [, folder, rest] = /^(.*)\/[^/]+(\/dist\/hooks\/[^/]+)$/.exec(program) ?? [];
	return folder === undefined ? quotedWord(program) : `${quotedWord(folder)}/*${rest}`;
}

/** What the script knows, and the two questions that it asks before Node starts. */
function head(hook: GitHook, facts: HookFacts): string {
	const { node, program, configDir, commonDir, before, madeFolder } = facts;
	// Git starts it for each state of each transaction: this is before anything else is even parsed.
	const first =
		hook === 'pre-push' || before !== undefined ? '' : `\n[ "$1" = prepared ] || exit 0`;
	return `hook=${hook}${first}
node=${quotedWord(node)}
program=${quotedWord(program)}
config=${quotedWord(configDir)}
repository=${quotedWord(JSON.stringify(commonDir))}
main=${quotedWord(parentOf(commonDir))}
before=${quotedWord(before ?? '')}
made_folder=${quotedWord(madeFolder ? 'yes' : 'no')}

# Whether anybody is there whom a requirement may hold: a session of Claude Code, or people.
concerns_anybody() {
	[ -n "$CLAUDECODE" ] ||
		grep -qsF -e "$repository" "$config/sessions.json" "\${CLAUDE_CONFIG_DIR:-$HOME/.claude}/sessions.json" ||
		grep -qsw human .claude/requirements.yaml .claude/requirements.local.yaml "$main/.claude/requirements.yaml" "$main/.claude/requirements.local.yaml" "$config/requirements.yaml"
}

# The answer of req to what git says on stdin. Where nobody can give it, git goes on, and that is said.
ask_req() {
	[ -f "$program" ] || for other in ${others(program)}; do
		[ ! -f "$other" ] || program=$other
	done
	[ -x "$node" ] || node=node
	if [ ! -f "$program" ] || ! command -v "$node" >/dev/null; then
		echo "req: this went on unchecked: the program of req or its Node is gone; \\\`req hooks install\\\` finds them again" >&2
		return 0
	fi
	printf '%s\\n' "$1" | NODE_OPTIONS= "$node" "$program" "$hook" "$config"
	status=$?
	[ $status -ne ${REFUSED} ] || return 1
	[ $status -eq 0 ] || echo "req: this went on unchecked: its program ended with status $status; see \\\`req doctor\\\`" >&2
	return 0
}
`;
}

/** Asks only of commits that a branch, or a detached HEAD, gets: not of what a rebase replays, nor of what a branch or a remote has. */
const MOVES = `
judge() {
	[ "$1" = prepared ] || return 0
	lines= count=0
	while IFS= read -r line; do
		case $line in *' refs/heads/'* | *' HEAD') lines=$lines$line'
' ;; esac
		count=$((count + 1))
		[ $count -lt 50 ] && continue
		lines=$lines$(grep -e ' refs/heads/' -e ' HEAD$')
		break
	done
	[ -n "$lines" ] || return 0
	git_dir=\${GIT_DIR:-.git}
	[ ! -d "$git_dir/rebase-merge" ] || return 0
	[ ! -f "$git_dir/rebase-apply/rebasing" ] || return 0
	concerns_anybody || return 0
	added=$(
		while read -r old new ref; do
			case $new in
			('' | "$old" | ref:*) ;;
			(*[!0]*) echo "$new" ;;
			esac
		done <<-END | git rev-list --stdin --max-count=1 --ignore-missing --not --branches --remotes HEAD 2>/dev/null || echo unknown
		$lines
		END
	)
	[ -n "$added" ] || return 0
	ask_req "$lines"
}
`;

const PUSH = `
judge() {
	lines=$(cat)
	[ -n "$lines" ] || return 0
	concerns_anybody || return 0
	ask_req "$lines"
}
`;

/** What holds a move of a branch, or a push: by the lines on its input. */
const JUDGE: Readonly<Record<GitHook, string>> = {
	'reference-transaction': MOVES,
	'pre-push': PUSH,
};

/** The hook that was there first: with the same words and the same input, and its status counts as before. */
const TAIL = `
own=\${0%/*}/$before
if [ -z "$before" ] || [ ! -x "$own" ]; then
	judge "$@"
	exit
fi
# Under the name that it had: husky's, for one, finds by it what to run.
IFS= read -r first <"$own"
case $first in
'#!/bin/sh' | '#!/usr/bin/env sh')
	run() { own=$own sh -c '. "$own"' "$0" "$@"; }
	;;
*)
	run() { "$own" "$@"; }
	;;
esac
if [ "$hook" = reference-transaction ] && [ "$1" != prepared ]; then
	run "$@"
	exit
fi
input=$(cat && echo .)
printf '%s' "\${input%.}" | run "$@" || exit
printf '%s' "\${input%.}" | judge "$@"
`;
