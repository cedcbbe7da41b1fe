import { describe, expect, it } from 'vitest';
import { content, gone, written } from '../../tests/support/written-by.ts';

describe('writtenFiles: redirections', () => {
	it.each([
		['> a', content('/p/a')],
		[': > a', content('/p/a')],
		['echo x >> a', content('/p/a')],
		['echo x >| a', content('/p/a')],
		['x &> a', content('/p/a')],
		['x &>> a', content('/p/a')],
		['x >& a', content('/p/a')],
		['x <> a', content('/p/a')],
		['x 2> a 1> b', content('/p/a', '/p/b')],
		['cat > a <<EOF\n> b\nrm c\nEOF', content('/p/a')],
		["cat <<'EOF' > a\nx\nEOF", content('/p/a')],
		['{ a; b; } > c', content('/p/c')],
		['(a; b) > c', content('/p/c')],
		['for x in y; do z; done > c', content('/p/c')],
		['if a; then b > c; else d > e; fi', content('/p/c', '/p/e')],
		['while a; do b; done >> c', content('/p/c')],
		['f() { x; } > c', content('/p/c')],
		['f() { x > c; }', content('/p/c')],
		['exec > a', content('/p/a')],
		["sh -c 'x > a'", content('/p/a')],
		['eval "x > a"', content('/p/a')],
		['bash <<EOF\nx > a\nEOF', content('/p/a')],
		['y=$(x > a)', content('/p/a')],
		['x | tee >(cat > a)', content('/p/a')],
		['x > a$(rm b)', [...content(), 'content~ /p/a…', 'gone /p/b']],
		['[[ -f a ]] > b', content('/p/b')],
		['x > {a,b}', content('/p/a', '/p/b')],
		['x > "a b"', content('/p/a b')],
		['x >~/a', content('/h/a')],
		['x 2>&1', []],
		['x >&2', []],
		['x 2>&-', []],
		['x > /dev/null 2>&1', []],
		['x > /dev/stderr', []],
		['x > /dev/fd/3', []],
		['x > /dev/tty', []],
		['x < a', []],
		['x <<< a', []],
		["echo '> a'", []],
		['[ 1 \\> 2 ]', []],
		['(( a > b ))', []],
		['[[ a > b ]]', []],
		['grep "=>" a', []],
	])('%s', (source, files) => {
		expect(written(source)).toEqual([...files].sort());
	});
});

describe('writtenFiles: how a program is called', () => {
	it.each([
		...[
			'rm a',
			'/bin/rm a',
			'\\rm a',
			"'rm' a",
			'r"m" a',
			"$'\\x72m' a",
			'r$()m a',
			'[r]m a',
			'{rm,a}',
			'command rm a',
			'sudo -u x rm a',
			'env X=1 rm a',
			'nohup rm a &',
			'time rm a',
			'nice -n 5 rm a',
			'timeout 5 rm a',
			'X=1 rm a',
			'! rm a',
			'true && rm a',
			'xargs rm a',
			'xargs rm <<< a',
			'busybox rm a',
			'npx rimraf a',
			'flock l rm a',
			'sudo busybox rm a',
			'$SUDO rm a',
			'R=rm; $R a',
			"R='rm -f'; $R a",
			`\${R:-rm} a`,
			"sh -c 'rm $1' x a",
			"bash -lc 'rm a'",
			"su x -c 'rm a'",
			'trap "rm a" EXIT',
			'case x in y) rm a;; esac',
			'until rm a; do :; done',
			'coproc rm a',
			'echo $(rm a)',
			'echo `rm a`',
			'cat <(rm a)',
			'cat <<EOF\n$(rm a)\nEOF',
			"git -c alias.x='!rm a' x",
		].map((source): [string, string[]] => [source, gone('/p/a')]),
		['echo rm a', []],
		['grep "rm a" b', []],
		['command -v rm a', []],
		["cat <<'EOF'\nrm a\nEOF", []],
	])('%s', (source, files) => {
		expect(written(source)).toEqual([...files].sort());
	});
});

describe('writtenFiles: directories', () => {
	it.each([
		['cd d && rm a', gone('/p/d/a')],
		['cd d; cd e; rm a', gone('/p/d/e/a')],
		['cd /d; rm a', gone('/d/a')],
		['cd ~; rm a', gone('/h/a')],
		['cd; rm a', gone('/h/a')],
		['cd ..; rm a', gone('/a')],
		['cd d; cd -; rm a', gone('/p/a')],
		['cd -P -- d; rm a', gone('/p/d/a')],
		['pushd d; popd; rm a', gone('/p/a')],
		['pushd d >/dev/null && rm a', gone('/p/d/a')],
		['(cd d; rm a); rm b', gone('/p/b', '/p/d/a')],
		['{ cd d; rm a; }; rm b', gone('/p/d/a', '/p/d/b')],
		['cd d | rm a', gone('/p/a')],
		['cd d & rm a', gone('/p/a')],
		['x=$(cd d; rm a); rm b', gone('/p/b', '/p/d/a')],
		["sh -c 'cd d; rm a'; rm b", gone('/p/b', '/p/d/a')],
		["cd d; sh -c 'rm a'", gone('/p/d/a')],
		['eval "cd d"; rm a', gone('/p/d/a')],
		['{ cd d; } > a', content('/p/a')],
		['cd d > a', content('/p/a')],
		['cd d; x > a', content('/p/d/a')],
		['if cd d; then rm a; fi', gone('/p/d/a')],
		['env -C d rm a', gone('/p/d/a')],
		['env --chdir=d rm a', gone('/p/d/a')],
		['sudo -D d rm a', gone('/p/d/a')],
		["env -C d sh -c 'rm a'", gone('/p/d/a')],
		['cd "$X"; rm a/b', ['gone /p/a/b', 'gone~ /…/a/b']],
		['cd "$X"; rm /a', gone('/a')],
		['cd $(mktemp -d); rm a', ['gone /tmp/tmp.XXXXXXXXXX/a']],
		['rm ./a ../p/b c/../d //e /f/../../g', gone('/e', '/g', '/p/a', '/p/b', '/p/d')],
	])('%s', (source, files) => {
		expect(written(source)).toEqual([...files].sort());
	});
});

describe('writtenFiles: words', () => {
	it.each([
		[`rm ~/a "$HOME/b" \${HOME}/c`, gone('/h/a', '/h/b', '/h/c')],
		['rm "~/a" \\~/b', gone('/p/~/a', '/p/~/b')],
		['rm $PWD/a $(pwd)/b ~+/c', gone('/p/a', '/p/b', '/p/c')],
		['rm a{b,c}d', gone('/p/abd', '/p/acd')],
		['rm "{a,b}"', gone('/p/{a,b}')],
		['rm a?b', ['gone~ /p/a?b']],
		['rm a[bc]', ['gone~ /p/a[bc]']],
		['rm $X', []],
		['rm "$X/a"', ['gone~ /…/a']],
		['rm a/$X', ['gone~ /p/a/…']],
		['rm $X/../a', ['gone~ /…/a']],
		['D=a; rm $D/b', gone('/p/a/b')],
		[`D=a; rm "\${D}.b"`, gone('/p/a.b')],
		['export D=~/a; rm $D', gone('/h/a')],
		['D=a; E=$D/b; rm $E', gone('/p/a/b')],
		['D=a; D=b; rm $D', gone('/p/a', '/p/b')],
		['D=a; D+=b; rm $D', gone('/p/a', '/p/ab')],
		['shopt -s dotglob; rm *', ['gone~ /p/…']],
		['D="a b"; rm $D', gone('/p/a', '/p/a b', '/p/b')],
		[`D=(a b); rm "\${D[@]}"`, gone('/p/a', '/p/b')],
		['for f in a b*; do rm $f; done', ['gone /p/a', 'gone~ /p/b*']],
		[`rm \${X:-a}`, gone('/p/a')],
		['D=a; cp "$D" b/', content('/p/b/a')],
		['D=$D; rm $D/a', ['gone~ /…/a']],
		['rm a a ./a', gone('/p/a')],
	])('%s', (source, files) => {
		expect(written(source)).toEqual([...files].sort());
	});
});

describe('writtenFiles: words that other programs print', () => {
	it.each([
		['echo a b | xargs rm', gone('/p/a', '/p/b')],
		["printf '%s\\n' a | xargs -n1 rm -f", gone('/p/%s', '/p/a')],
		['find a -name b | xargs rm', ['gone~ /p/a/…/b']],
		['find a -name b -print0 | xargs -0 sed -i s/x/y/', ['content~ /p/a/…/b']],
		['grep -rl x a | xargs sed -i s/x/y/', ['content /p/a', 'content~ /p/a/*']],
		['rg -l x | xargs sed -i s/x/y/', ['content /p', 'content~ /p/*']],
		['git ls-files a | xargs rm', ['gone /p/a', 'gone~ /p/a/*']],
		['git grep -l x -- a | xargs sed -i s/x/y/', ['content /p/a', 'content~ /p/a/*']],
		['ls a | xargs -I{} rm b/{}', ['gone /p/b/a', 'gone~ /p/b/…']],
		['echo a | xargs -I% rm %', gone('/p/a')],
		["echo 'rm a' | sh", gone('/p/a')],
		["echo 'rm a' | sudo bash -s", gone('/p/a')],
		['echo a | while read -r f; do rm "$f"; done', gone('/p/a')],
		['while read -r f; do rm "$f"; done <<< a', gone('/p/a')],
		['while read -r f; do rm "$f"; done < <(find a -name b)', ['gone~ /p/a/…/b']],
		['read F <<< a; rm $F', gone('/p/a')],
		[`mapfile -t F < <(echo a); rm "\${F[@]}"`, gone('/p/a')],
		['rm $(echo a)', gone('/p/a')],
		['$(echo rm) a', gone('/p/a')],
		['X=$(echo a); rm "$X"', gone('/p/a')],
		['rm $(git ls-files a)', ['gone /p/a', 'gone~ /p/a/*']],
		['for f in $(find a -name b); do rm $f; done', ['gone~ /p/a/…/b']],
		['rm "$(git rev-parse --git-path a/b)"', gone('/p/.git/a/b')],
		['rm "$(git rev-parse --show-toplevel)/a/b"', ['gone /p/a/b', 'gone~ /…/a/b']],
		['rm "$(dirname a/b)/c"', gone('/p/a/c')],
		['rm "$(realpath a)"', gone('/p/a')],
		['rm $(cat a)', []],
		['cat a | xargs rm', []],
		['echo a | cat | xargs rm', gone('/p/a')],
		['taskset 1 rm a', gone('/p/a')],
		['prlimit rm a', gone('/p/a')],
		['unshare rm a', gone('/p/a')],
		['x=r; $' + '{x}m a', gone('/p/a')],
		['x=(rm a); "$' + '{x[@]}"', gone('/p/a')],
		['$(which rm) a', gone('/p/a')],
		['$0 -c "rm a"', gone('/p/a')],
		['rm$' + '{IFS}a', gone('/p/a')],
		["sh -s -- a <<< 'rm $1'", gone('/p/a')],
		['$(git --exec-path)/git-rm -q a', gone('/p/a')],
		["git bisect run sh -c 'rm a'", gone('/p/a')],
		["git filter-branch -f --tree-filter 'rm a' HEAD~1", gone('/p/a')],
		["git grep -O'rm a #' x", gone('/p/a')],
		["git clone -q -u 'rm a #' . /tmp/req-cl", ['content /tmp/req-cl', 'gone /p/a']],
		['tmux -L z new -d "rm a"', gone('/p/a')],
		['echo a | rm b', gone('/p/b')],
	])('%s', (source, files) => {
		const whole = written(source).filter((file) => !/ \S+ /.test(file));
		expect(whole).toEqual([...files].sort());
	});
});

describe('writtenFiles: a search for too much', () => {
	it('may remove all that is here, and all that it names', () => {
		const files = written(`find a /x ${'-exec touch {} ; '.replace(';', '\\;').repeat(1_000)}`);
		expect(files).toEqual(expect.arrayContaining(gone('/p', '/p/a', '/x')));
	});
});

describe('writtenFiles: what does not parse', () => {
	it('gives every word that looks like a path, where something may write', () => {
		expect(written('echo "x > .claude/a ~/b . ; ((')).toEqual(gone('/h/b', '/p/.claude/a'));
		expect(written('cat .claude/a (')).toEqual([]);
	});
});
