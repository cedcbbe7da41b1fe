export const sentences = 1;
