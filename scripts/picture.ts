import { writeFileSync } from 'node:fs';
import { refusalPictures } from './picture/refusal-picture.ts';

for (const [path, text] of Object.entries(refusalPictures())) writeFileSync(path, text);
