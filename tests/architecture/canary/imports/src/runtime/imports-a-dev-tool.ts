export { build } from 'esbuild';
