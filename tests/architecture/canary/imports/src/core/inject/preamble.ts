export const preamble = 1;
