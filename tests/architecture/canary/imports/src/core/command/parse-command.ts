export { parse } from 'unbash';
