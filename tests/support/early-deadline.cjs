// Preloaded into a process (`node --require`): what waits for more than five seconds waits for a tenth of one.
const wait = globalThis.setTimeout;
globalThis.setTimeout = (work, ms, ...args) => wait(work, ms > 5_000 ? 100 : ms, ...args);
