export const theCommand = 1;
