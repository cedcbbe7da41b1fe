/** What `work` makes of each thing, one after the other. */
export async function inOrder<Thing, Made>(
	things: readonly Thing[],
	work: (thing: Thing, index: number) => Made | Promise<Made>,
): Promise<Made[]> {
	const made: Made[] = [];
	for (const [index, thing] of things.entries()) made.push(await work(thing, index));
	return made;
}
