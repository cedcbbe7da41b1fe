export { theCommand } from '../src/cli/the-command.ts';
