/** Milliseconds of a day, which lifetimes of records, pins and tasks are counted in. */
export const MS_A_DAY = 86_400_000;
