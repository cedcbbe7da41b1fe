import { command } from '../commands/a-command.ts';

export const answer = command;
