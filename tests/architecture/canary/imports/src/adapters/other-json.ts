import { parse } from 'jsonc-parser';

export const read = (text: string) => parse(text);
