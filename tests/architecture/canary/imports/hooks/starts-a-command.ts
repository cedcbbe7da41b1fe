export { command } from '../src/commands/a-command.ts';
