export { writtenFiles } from '../written-files/written-files.ts';
