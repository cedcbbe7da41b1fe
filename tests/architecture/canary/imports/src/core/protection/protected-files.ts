export const protectedFiles = 1;
