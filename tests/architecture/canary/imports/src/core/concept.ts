export const concept = 1;
