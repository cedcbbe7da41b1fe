import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCommand } from './parse-command.ts';
import { touches, writtenFiles } from './written-files.ts';

const facts = { cwd: '/p', home: '/h' };
const config = '/p/.claude/requirements.yaml';
const state = '/p/.git/requirements/main.json';

function isTouched(source: string, path: string): boolean {
	return writtenFiles(parseCommand(source), facts).some((file) => touches(file, path));
}

describe('touches', () => {
	it.each([
		['> .claude/requirements.yaml', config],
		['> .CLAUDE/Requirements.yaml', config],
		['rm -rf .claude', config],
		['rm -rf .cl?ude', config],
		['rm -rf .[c]laude', config],
		['rm .claude/*', config],
		['rm .claude/*.yaml', config],
		['rm .claude/[!x]equirements.{yaml,yml}', config],
		['rm .claude/[[:alpha:]]equirements.yaml', config],
		['rm .claude/@(requirements|x).yaml', config],
		['rm -rf /p/.c*', config],
		['rm -rf .*', config],
		['rm -rf ~+/.claude', config],
		['rm -rf /', config],
		['mv .claude x', config],
		['git rm -r .claude', config],
		['find .claude -type f -delete', config],
		["find . -name '*.yaml' -delete", config],
		["find . -name 'requirements.y*' -exec sed -i s/a/b/ {} +", config],
		["find . -iname 'REQ*' -delete", config],
		["find . -path '*/.claude/*' -delete", config],
		["find .claude -exec sh -c 'rm $1' x {} ';'", config],
		["find . -exec sh -c 'rm -rf .claude' ';'", config],
		['shopt -s dotglob && rm -rf *', config],
		['git restore -s HEAD~1 .', config],
		['find . -type f | xargs rm', config],
		['tar xf x.tar -C .claude', config],
		['cp -r x/.claude .', config],
		['cp x/requirements.yaml .claude', config],
		['cp requirements.yaml .claude/', config],
		['git checkout HEAD~3 -- .claude', config],
		['git restore .claude/', config],
		['rsync -a x/ .claude/', config],
		['chmod 000 .claude', config],
		['echo x > "$X/.claude/requirements.yaml"', config],
		['echo x > "$X/requirements.yaml"', config],
		['rm -rf "$X/.claude"', config],
		['rm .claude/"$X"', config],
		['rm .cla$X/requirements.yaml', config],
		['rm .claude/$X.yaml', config],
		['rm -rf ./"$X"', config],
		['cd "$X" && rm requirements.yaml', config],
		['for f in .claude/*; do echo > "$f"; done', config],
		['rm -rf .git/requirements', state],
		['rm .git/requirements/*.json', state],
		['rm .git/*/main.json', state],
		['rm -rf "$D/.git/requirements"', state],
		['rm -rf "$(git rev-parse --git-dir)/requirements/main.json"', state],
		['xargs -I{} rm .git/requirements/{}', state],
		['truncate -s0 .git/requirements/main.json', state],
	])('%s touches %s', (source, path) => {
		expect(isTouched(source, path)).toBe(true);
	});

	it.each([
		['rm -rf *', config],
		['rm -rf ./*', config],
		['rm -rf claude', config],
		['rm .claude/settings.json', config],
		['rm .claude/requirements.yaml.bak', config],
		['rm "$X"', config],
		['echo > "$X/log.txt"', config],
		['rm "$X.yaml"', config],
		['rm "$X/x.yaml"', config],
		['echo > "out-$X.yaml"', config],
		["find . -name '*.log' -delete", config],
		['find . -type d -empty -delete', config],
		['chmod -R u+w .', config],
		['cp -r x/src .', config],
		['cat .claude/requirements.yaml', config],
		['cp .claude/requirements.yaml /tmp/x', config],
		['git checkout .', config],
		['rm -rf .git/index.lock', state],
		['echo > .git', state],
	])('%s does not touch %s', (source, path) => {
		expect(isTouched(source, path)).toBe(false);
	});

	it('touches a path with an ancestor that is gone, and not with one that is changed', () => {
		const file = { path: '/p/.git', pattern: false };
		expect(touches({ ...file, how: 'gone' }, state)).toBe(true);
		expect(touches({ ...file, how: 'content' }, state)).toBe(false);
		expect(touches({ ...file, how: 'gone' }, '/p/.gitignore')).toBe(false);
	});

	it('answers any pattern in time that grows with its length', () => {
		const piece = fc.constantFrom(
			'*',
			'?',
			'[a',
			']',
			'\\',
			'\0',
			'/',
			'a',
			'{',
			',',
			'}',
			'!',
			'.',
		);
		const pattern = fc.array(piece, { maxLength: 400 }).map((all) => `/p/${all.join('')}`);
		fc.assert(
			fc.property(pattern, (path) => {
				const file = { path, pattern: true, how: 'gone' as const };
				expect(typeof touches(file, `/p/${'a'.repeat(200)}/a/a/a`)).toBe('boolean');
			}),
			{ numRuns: 100 },
		);
	});
});
