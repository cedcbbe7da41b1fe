export { parse } from '../core/command/parse-command.ts';
