import { writeFileSync } from 'node:fs';
import { PICTURE, refusalPicture } from './picture/refusal-picture.ts';

writeFileSync(PICTURE, refusalPicture());
