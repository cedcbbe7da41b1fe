import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../tests/support/any-character.ts';
import { matchesCommand } from '../shell/match.ts';
import { proofOf } from '../shell/proof.ts';
import { parseCommand } from '../shell/read-line.ts';
import { readsOnly } from '../shell/reads-only.ts';
import { readWrites, touches } from '../shell/writes.ts';
import { reqCalls, reservedCall } from './protect.ts';

const LONGEST = 96_000;
const facts = { cwd: '/p', home: '/h' };
const path = '/p/.claude/requirements.yaml';
const known = {
	...{ cwd: '/p', roots: ['/p'], output: '', finished: true },
	...{ read: () => undefined, packageAt: () => ({ scripts: { test: 'vitest run' } }) },
};

/** What a shell, its programs and ours take apart. */
const PIECES: readonly string[] =
	`(¦)¦{ ¦}¦$(¦\`¦"¦'¦\${a:-¦\${a¦[[ ¦$((¦<(¦<<E\n¦E\n¦<<<¦\n¦;¦&¦|¦&&¦||¦! ¦if ¦then ¦fi;¦\
while ¦do ¦done;¦esac ¦f(){ touch $1;};¦f a;¦coproc ¦case a in ¦A=a ¦A+=$A;¦B=(a b) ¦$B¦\
$A/¦$0 ¦rm ¦cp a ¦tee ¦> ¦>&¦2>/dev/null ¦sed -i ¦find ¦-exec ¦-name ¦{} ¦-delete ¦\
git commit ¦git -C ¦git apply ¦git checkout -- ¦patch ¦tar x¦curl ¦sort ¦xargs -I{} ¦\
req satisfy ¦req pause;¦node -e req ¦parallel ¦claude -u ¦env -u ¦sudo ¦npx ¦eval ¦sh -c ¦\
bash -s ¦make -f - ¦npm test ¦npx vitest run ¦pytest -k ¦python -c ¦list ¦cd a;¦pushd ¦\
popd;¦set -- ¦$@¦read x;¦exec ¦hash ¦alias ¦trap ¦\${IFS}¦{a,b}¦{a,¦[:¦[¦]¦*¦?¦~¦..¦/¦\\¦\
\0¦\u0001¦\u0002¦-¦--¦=¦é¦((¦>(¦<<E¦fi ¦done ¦f() ¦function f ¦time ¦a=(¦a[¦@(¦$'¦$"¦#¦;;¦\
env -S ¦-c ¦.claude/¦requirements.yaml ¦a/b.c ¦a ¦-a ¦--b=c ¦$'\\x72¦/claude-code¦a.cjs `.split('¦');

/** A few pieces in a row, over and over: what makes a reader slow is mostly one of them many times. */
const repeated = fc
	.tuple(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }), fc.nat(LONGEST))
	.map(([pieces, length]) => {
		const piece = pieces.join('');
		return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
	});
const short = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((all) => all.join(''));
const text = fc.string({ unit: anyCharacter, maxLength: 200 });

/** Lines of up to 96 kB, most of them short. */
const hostileLine = fc.oneof(
	{ weight: 150, arbitrary: short },
	{ weight: 50, arbitrary: text },
	{
		weight: 1,
		arbitrary: fc.tuple(short, repeated, short).map((all) => all.join('').slice(0, LONGEST)),
	},
);

/** Has all that reads command lines read one: nothing throws, and what they find is bounded. */
function readWholly(source: string): void {
	const parsed = parseCommand(source);
	expect(parsed.calls.length).toBeLessThanOrEqual(source.length);
	const { files } = readWrites(parsed, facts);
	expect(files.length).toBeLessThanOrEqual(2 * source.length);
	expect(files.every((file) => file.path.startsWith('/'))).toBe(true);
	for (const file of files) touches(file, path);
	const starts = reqCalls(parsed);
	const words = starts.reduce((sum, args) => sum + args.length, 0);
	expect(words).toBeLessThanOrEqual(64 * (source.length + 1));
	for (const args of starts) reservedCall(args, []);
	matchesCommand(parsed, 'git commit');
	readsOnly(parsed);
	const commands = ['npm test', 'npx vitest run', './check.sh'];
	proofOf(
		parsed,
		commands.map((run) => ({ run, partial: false })),
		known,
	);
}

it('no reader of command lines throws or finds more than its steps allow, whatever the line', () => {
	fc.assert(fc.property(hostileLine, readWholly), { numRuns: 400, seed: 14 });
});
