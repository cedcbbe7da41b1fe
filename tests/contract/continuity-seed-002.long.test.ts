import { describe, expect, it } from 'vitest';
import { finished } from '../support/continuity-stories.ts';
import { makeContinuityWorld } from '../support/continuity-world.ts';

describe('what sessions leave', () => {
	it('the record is there when the end hook is, and every field is filled', async () => {
		await using world = await makeContinuityWorld();
		const one = await finished(world, 1);
		expect(one.record()).toMatchObject({
			uuid: one.uuid,
			status: 'complete',
			started_at: expect.any(String),
			ended_at: expect.any(String),
			active_projects: ['repo'],
			pending_tasks: [{ id: `${one.key}-1`, title: 'Keep the cookie', status: 'in_progress' }],
			recent_learnings: [expect.stringMatching(/^i[0-9a-f]{12}$/)],
			pins: [{ label: 'cookie' }, { label: 'release', importance: 'critical' }],
		});
		expect(one.record()?.hot_topics).toContain('cookie');
	});
});
