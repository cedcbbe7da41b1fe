import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { refusalPictures } from '../../scripts/picture/refusal-picture.ts';

it('the pictures of the README show what the built hooks do: `npm run picture` draws them', () => {
	const pictures = refusalPictures();
	for (const [path, text] of Object.entries(pictures)) expect(readFileSync(path, 'utf8')).toBe(text);
	expect(Object.keys(pictures)).toHaveLength(2);
});
