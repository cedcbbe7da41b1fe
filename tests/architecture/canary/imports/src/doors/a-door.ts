export const door = 1;
