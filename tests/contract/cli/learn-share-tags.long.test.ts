import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { git } from '../../support/git-repo.ts';
import { ANA } from '../../support/run-req.ts';
import { aTeam, TEXT, toldTo } from '../../support/sharing-team.ts';

const fed = (repo: string, input: string, ...args: readonly string[]) =>
	execFileSync('git', args, { cwd: repo, input, encoding: 'utf8' }).trim();
const blobOf = (repo: string, text: string) => fed(repo, text, 'hash-object', '-w', '--stdin');
const madeOf = (repo: string, line: string) => fed(repo, `${line}\n`, 'mktree');

it('a shared lesson loses no tag by one of another that looks like a secret', async () => {
	await using team = await aTeam();
	const { one, other, remote } = team;
	one.req('learn', TEXT, '--tags', 'barcodes, umlauts');
	one.req('learn', 'share', '--yes');
	const ref = git(remote, 'for-each-ref', '--format=%(refname)', 'refs/req').trim();
	const [path = ''] = git(remote, 'ls-tree', '-r', '--name-only', ref).match(/lessons\/\S+/) ?? [];
	const lesson = JSON.parse(git(remote, 'show', `${ref}:${path}`));
	const secret = { ...lesson, tags: ['password=hunter2Xy9!kd83'] };
	const name = path.slice('lessons/'.length);
	const folder = madeOf(remote, `100644 blob ${blobOf(remote, JSON.stringify(secret))}\t${name}`);
	const tree = madeOf(remote, `040000 tree ${folder}\tlessons`);
	const commit = git(remote, 'commit-tree', '-m', 'x', tree).trim();
	git(remote, 'update-ref', 'refs/req/knowledge/eeeeeeeeeeeeeeee', commit);
	other.req('learn', 'share', '--yes');
	expect(toldTo(other, 'why are the umlauts of our barcodes wrong?')).toContain(TEXT);
});

it('tags that only the model gave wait until a person confirms the lesson again', async () => {
	await using team = await aTeam();
	const { one } = team;
	const [{ id }] = one.json('learn', 'list') as [{ id: string }];
	one.req('learn', 'confirm', id);
	one.req('learn', 'share', '--yes');
	one.asModel(ANA, 'learn', TEXT, '--tags', 'acme merger');
	expect(one.json('learn', 'share', '--dry-run')).toMatchObject({
		would_tag: [],
		unconfirmed: [expect.stringContaining(id.split('/').at(-1) ?? '')],
	});
	one.req('learn', 'confirm', id);
	expect(one.json('learn', 'share', '--dry-run')).toMatchObject({
		would_tag: [{ tags: ['acme merger'] }],
	});
});
