export const lock = 'held';
