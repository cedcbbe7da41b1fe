/** What every group of rows gets. */
export interface Bench {
	/** A scratch folder. */
	readonly dir: string;
	/** The plugin to measure: a copy, so that a build meanwhile changes nothing. */
	readonly plugin: string;
	/** Another build to compare with; `undefined` for none. */
	readonly earlier: string | undefined;
	readonly runs: number;
	readonly progress: (text: string) => void;
}

/** One line of the table. */
export interface Row {
	/** What is measured; after a slash, what it is compared with. */
	readonly name: string;
	readonly unit: 'ms' | 'MB' | 'processes';
	readonly measured: number;
	readonly beside?: number;
	/** The most that `measured` may be. */
	readonly most?: number;
	/** The most that `measured / beside` may be. */
	readonly mostRatio?: number;
}

/** The value that this share of the values does not exceed; by default the median. */
export function quantile(values: readonly number[], share = 0.5): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

/** The median of what one variant takes beyond another in the same round. */
export function added(variant: readonly number[], without: readonly number[]): number {
	return quantile(variant.map((value, round) => value - (without[round] ?? Number.NaN)));
}

/**
 * Measures all subjects once before any of them a second time, so that load from other programs slows all of
 * them equally. Each round begins with the next subject, for what one leaves behind may slow the one after it.
 *
 * @returns per subject what each round measured
 */
export async function alternate<Name extends string, Subject, Value>(
	{ runs, progress }: Bench,
	subjects: Readonly<Record<Name, Subject>>,
	measure: (subject: Subject) => Promise<Value>,
): Promise<Record<Name, Value[]>> {
	const names = Object.keys(subjects) as Name[];
	const measured = Object.fromEntries(names.map((name) => [name, [] as Value[]]));
	for (let run = 0; run < runs; run += 1) {
		progress(`run ${run + 1} of ${runs}`);
		for (const name of names) measured[name]?.push(await measure(subjects[name]));
		names.push(...names.splice(0, 1));
	}
	return measured as Record<Name, Value[]>;
}
