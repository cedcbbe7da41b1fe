export { theAdapter } from '../src/adapters/the-adapter.ts';
