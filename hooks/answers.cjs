// What the lines of hooks.json for a shell ask, to hear whether `node` runs hooks at all: another program of that name,
// earlier on the PATH, would let every call through in silence.
process.stdout.write('req');
