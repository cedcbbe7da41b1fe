export { lock } from 'proper-lockfile';
