export { restore } from '../restore/restore.ts';
