import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PICTURE, refusalPicture } from '../../scripts/picture/refusal-picture.ts';

it('the picture of the README shows what the built hooks do: `npm run picture` draws it', () => {
	expect(readFileSync(PICTURE, 'utf8')).toBe(refusalPicture());
});
