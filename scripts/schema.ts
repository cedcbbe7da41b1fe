import { writeFileSync } from 'node:fs';
import { generatedFiles } from './generated-files.ts';

for (const [path, text] of Object.entries(await generatedFiles())) writeFileSync(path, text);
