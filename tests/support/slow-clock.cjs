// Preloaded into a process (`node --require`): its timers take sixty times as long, so that what it gives a
// program a second for has all the time that a busy machine needs, and whoever waits for a timer is found waiting.
const { setTimeout } = globalThis;

globalThis.setTimeout = Object.assign((work, delay, ...args) => setTimeout(work, delay * 60, ...args), setTimeout);
