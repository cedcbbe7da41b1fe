export const verdict = 1;
