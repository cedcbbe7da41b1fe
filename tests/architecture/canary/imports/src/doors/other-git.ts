export { simpleGit } from 'simple-git';
