// Runs beside a session start, which does not wait for it: before the first tool call the bytecode of every hook is
// whole, or gone, or written for this Node (docs/adr/0005).
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const keeper = join(__dirname, '..', 'dist', 'code', 'keep-bytecode.cjs');

if (existsSync(keeper)) {
	const { dropDamaged, writeMissing } = require(keeper);
	dropDamaged();
	writeMissing();
}
