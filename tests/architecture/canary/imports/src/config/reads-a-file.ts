import { readFileSync } from 'node:fs';

export const text = readFileSync('requirements.yaml', 'utf8');
