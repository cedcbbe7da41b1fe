import { lock } from '../store/lock.ts';

export const held = lock;
