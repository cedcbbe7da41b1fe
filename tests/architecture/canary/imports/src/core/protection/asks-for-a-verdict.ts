export { verdict } from '../gate/verdict.ts';
