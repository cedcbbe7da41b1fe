export { theAdapter } from '../adapters/the-adapter.ts';
