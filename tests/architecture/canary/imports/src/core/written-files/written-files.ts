export const writtenFiles = 1;
