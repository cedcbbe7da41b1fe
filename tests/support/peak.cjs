// Preloaded with --require: writes this process's peak memory (kilobytes) to the file REQ_TEST_PEAK names.
const { readFileSync, writeFileSync } = require('node:fs');

process.on('exit', () => {
	writeFileSync(process.env.REQ_TEST_PEAK, String(peak()));
});

/** `maxRSS` outlives exec, so that it would tell the size of whoever started us; VmHWM does not. */
function peak() {
	try {
		return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
	} catch {
		return process.resourceUsage().maxRSS;
	}
}
