export type { parse } from '../core/command/parse-command.ts';
