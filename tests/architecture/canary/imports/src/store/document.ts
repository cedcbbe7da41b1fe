import { readFileSync } from 'node:fs';

export const text = readFileSync('main.json', 'utf8');
