import { command } from '../commands/a-command.ts';

export const known = command;
