export { theCommand } from '../cli/the-command.ts';
