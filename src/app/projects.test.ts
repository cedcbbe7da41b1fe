import { describe, expect, it } from 'vitest';
import { MemoryWorld } from '../../tests/support/memory-ports.ts';
import { projectOfCall, projectOfEdit, startOf } from './projects.ts';

/** A session started in /project; /project/inner and /other are repositories, /plain is none. */
function world(...configured: string[]): MemoryWorld {
	const w = new MemoryWorld();
	w.branches.set('/other', 'topic').set('/project/inner', 'main');
	for (const root of configured) w.configs.set(root, { requirements: {} });
	return w;
}

describe('D3: where a command is judged', () => {
	const cases: [what: string, cwd: string, where: { configured: string[]; root?: string }][] = [
		['where it runs', '/project/src', { configured: ['/project'], root: '/project' }],
		[
			'in the repository of the cwd',
			'/other',
			{ configured: ['/project', '/other'], root: '/other' },
		],
		[
			'in a nested one',
			'/project/inner',
			{ configured: ['/project', '/project/inner'], root: '/project/inner' },
		],
		[
			'where that has no config, at the start',
			'/other',
			{ configured: ['/project'], root: '/project' },
		],
		[
			'outside git, at the start',
			'/plain',
			{ configured: ['/project', '/plain'], root: '/project' },
		],
		['nowhere, where nothing is configured', '/other', { configured: [] }],
	];
	it.each(cases)('%s', async (_, cwd, { configured, root }) => {
		const project = await projectOfCall(cwd, world(...configured).ports());
		expect(project?.place.root).toBe(root);
	});
});

describe('D3: where an edit is judged', () => {
	const cases: [what: string, file: string, where: { configured: string[]; root?: string }][] = [
		[
			'in the repository of the file',
			'/other/a',
			{ configured: ['/project', '/other'], root: '/other' },
		],
		[
			'in a nested one',
			'/project/inner/a',
			{ configured: ['/project', '/project/inner'], root: '/project/inner' },
		],
		['relative to the cwd', 'src/a', { configured: ['/project'], root: '/project' }],
		[
			'where that has no config, at the start',
			'/project/inner/a',
			{ configured: ['/project'], root: '/project' },
		],
		['outside of the start: nowhere', '/other/a', { configured: ['/project'] }],
		['outside git: nowhere', '/plain/a', { configured: ['/project', '/plain'] }],
		['by a link: where it leads', '/project/link', { configured: ['/project'] }],
	];
	it.each(cases)('%s', async (_, file, { configured, root }) => {
		const w = world(...configured);
		w.links.set('/project/link', '/plain/a');
		const project = await projectOfEdit(file, '/project', w.ports());
		expect(project?.place.root).toBe(root);
	});
});

it('the start is what the client says, else the cwd', () => {
	const w = world();
	expect(startOf('/other', w.ports()).root).toBe('/project');
	w.host = { ...w.host, projectDir: undefined };
	expect(startOf('/other', w.ports()).root).toBe('/other');
});
