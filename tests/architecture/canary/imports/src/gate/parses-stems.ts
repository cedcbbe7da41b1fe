export { stemmer } from 'stemmer';
