export { tested } from '../../tests/tested.ts';
