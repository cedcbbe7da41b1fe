export type { UseCase } from '../app/use-case.ts';
