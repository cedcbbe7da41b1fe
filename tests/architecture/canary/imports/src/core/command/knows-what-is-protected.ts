export { protectedFiles } from '../protection/protected-files.ts';
