export { sentences } from '../capture/sentences.ts';
