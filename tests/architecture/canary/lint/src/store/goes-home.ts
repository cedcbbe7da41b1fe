import { homedir } from 'node:os';

export const home = () => homedir();
