export const restore = 1;
