import { useCase } from '../app/use-case.ts';

export const stored = useCase;
