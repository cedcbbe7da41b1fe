import { programName } from './call.ts';

/** Programs whose arguments are text, patterns, names or packages; none of them runs any. */
const quiet = new Set(
	[
		'echo printf print grep egrep fgrep zgrep rg ag ack sed awk gawk cat bat less more head tail wc',
		'sort uniq cut tr jq yq diff tee test [ [[ : true false exit return read export declare local',
		'typeset readonly unset set shift alias cd pushd ls mkdir rmdir touch rm cp mv ln chmod chown',
		'man info help tldr which type whereis whence hash command git gh hub glab req curl wget',
		'apt apt-get apt-cache brew dnf yum pacman apk pip pip3 npm pnpm yarn node python python3',
	].flatMap((line) => line.split(' ')),
);
/** `npm exec git commit` runs what follows. */
const executing = new Set(['exec', 'x', 'dlx']);

/**
 * Whether a call may run the words among its arguments (`find -exec`, `flock l`, `strace`, a program
 * nobody has heard of); not where it only prints, reads or names them (D33, behaviour 14).
 */
export function runsArguments(words: readonly string[]): boolean {
	return !quiet.has(programName(words[0])) || executing.has(words[1] ?? '');
}
