import { writeFileSync } from 'node:fs';
import { hookList } from './hook-list.ts';

// First, because the other files are made of it.
writeFileSync('src/events/all-hooks.ts', hookList());
const { generatedFiles } = await import('./generated-files.ts');
for (const [path, text] of Object.entries(generatedFiles())) writeFileSync(path, text);
