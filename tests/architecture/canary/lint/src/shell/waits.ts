export const wait = (done: () => void) => setTimeout(done, 1);
