export { door } from '../doors/a-door.ts';
