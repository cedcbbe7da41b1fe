import { useCase } from '../app/use-case.ts';

export const kept = useCase;
