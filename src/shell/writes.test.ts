import { describe, expect, it } from 'vitest';
import { content, gone, written } from '../../tests/support/written-by.ts';
import { parseCommand } from './read-line.ts';
import { readWrites, touches } from './writes.ts';

const expectWrites = (source: string, files: readonly string[]) => {
	expect(written(source)).toEqual([...files].sort());
};

describe('a redirection writes', () => {
	it.each([
		['> a', content('/p/a')],
		['echo x >> a', content('/p/a')],
		['x 2> a 1> b', content('/p/a', '/p/b')],
		['cat > a <<EOF\n> b\nrm c\nEOF', content('/p/a')],
		['if a; then b > c; else d > e; fi', content('/p/c', '/p/e')],
		["sh -c 'x > a'", content('/p/a')],
		['x > "a b"', content('/p/a b')],
		['x 2>&1', []],
		['x > /dev/null 2>&1', []],
		["echo '> a'", []],
		['grep "=>" a', []],
	])('%s', expectWrites);
});

describe('a program writes, however it is called', () => {
	it.each(['rm a', 'npx rimraf a', 'echo "$(rm a)"', "bash -c 'rm a'", 'bash <<EOF\nrm a\nEOF'])('%s', (source) => {
		expectWrites(source, gone('/p/a'));
	});
});

describe('a file is named', () => {
	it.each([
		['cd d && rm a', gone('/p/d/a')],
		['(cd d; rm a); rm b', gone('/p/b', '/p/d/a')],
		['cd /x && echo > a', content('/x/a')],
		// The top of the repository, mostly.
		['cd "$X"; rm a/b', gone('/p/a/b')],
		['rm ./a ../p/b c/../d //e', gone('/e', '/p/a', '/p/b', '/p/d')],
		['rm "$HOME/b" $PWD/a', gone('/h/b', '/p/a')],
		['rm a?b a[bc] src/{a,b}.ts', ['gone~ /p/a?b', 'gone~ /p/a[bc]', 'gone~ /p/src/{a,b}.ts']],
		['rm $X "$X/a"', []],
		['rm a/$X.ts', ['gone~ /p/a/*.ts']],
	])('%s', expectWrites);
});

describe('a program', () => {
	it.each([
		['x | tee a -a b', content('/p/a', '/p/b')],
		['sed -i s/a/b/ a', content('/p/a')],
		['sed -i -e s/a/b/ -e s/c/d/ a', content('/p/a')],
		['sed --in-place=.bak s/a/b/ a', content('/p/a')],
		['sed -n 5,10p a', []],
		["perl -pi -e 's/a/b/' a", content('/p/a')],
		["perl -i.bak -pe 's/a/b/' a b", content('/p/a', '/p/b')],
		['cp a b', content('/p/b', '/p/b/a')],
		['cp a b/', content('/p/b/a')],
		['cp x/a y/b c', content('/p/c/a', '/p/c/b')],
		['cp -t c a b', content('/p/c/a', '/p/c/b')],
		['cp -r a b/', gone('/p/b/a')],
		['install -m 644 a b', content('/p/b', '/p/b/a')],
		['ln -sf ../x/a', content('/p/a')],
		['mv a b', [...content('/p/b'), ...gone('/p/a', '/p/b/a')]],
		['mv -t c a b', gone('/p/a', '/p/b', '/p/c/a', '/p/c/b')],
		['rm -rf a b', gone('/p/a', '/p/b')],
		['rm -- -a', gone('/p/-a')],
		['touch -d yesterday a', content('/p/a')],
		['truncate -s 0 a', content('/p/a')],
		['patch -p1 < a', ['any']],
		['patch --dry-run -p1 < a', []],
	])('%s', expectWrites);
});

describe('git', () => {
	it.each([
		['git checkout main', []],
		['git checkout -b new.ts origin/main', []],
		['git checkout -- a', gone('/p/a')],
		['git checkout src/a.ts', gone('/p/src/a.ts')],
		['git checkout .', gone('/p')],
		['git restore --source HEAD~1 a', gone('/p/a')],
		['git restore --staged a', []],
		['git restore --staged --worktree a', gone('/p/a')],
		['git rm --cached a', []],
		['git -C d rm a', gone('/p/d/a')],
		['git mv a b', [...content('/p/b'), ...gone('/p/a', '/p/b/a')]],
		['git apply x.patch', ['any']],
		['git apply --check x.patch', []],
		['git am --abort', []],
		['git stash pop', ['any']],
		['git commit -am "rm a"', []],
	])('%s', expectWrites);
});

it('of a source that does not parse, the lines before the error are known', () => {
	expectWrites('rm a/b > c (', []);
	expectWrites("rm a\necho it's done", gone('/p/a'));
	expectWrites('> a\nif x\n', content('/p/a'));
	expectWrites("bash <<'E'\nrm a\n(\nE", gone('/p/a'));
});

describe('touches', () => {
	const config = '/p/.claude/requirements.yaml';
	const isTouched = (source: string) =>
		readWrites(parseCommand(source), { cwd: '/p', home: '/h' }).files.some((file) => touches(file, config));

	it.each([
		'> .claude/requirements.yaml',
		'rm -rf .claude',
		'rm .claude/*.yaml',
		'rm -rf /',
		'mv .claude x',
		'git checkout HEAD~3 -- .claude',
		'cp -r x/.claude .',
		'rm .claude/"$X"',
	])('%s touches the config', (source) => {
		expect(isTouched(source)).toBe(true);
	});

	it.each([
		'rm -rf *',
		'rm "$X"',
		'cat .claude/requirements.yaml',
		'cp .claude/requirements.yaml /tmp/x',
		'mv notes.md .claude',
	])('%s does not', (source) => {
		expect(isTouched(source)).toBe(false);
	});
});
