export { preamble } from '../inject/preamble.ts';
