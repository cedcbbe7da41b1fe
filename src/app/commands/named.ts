/** A name somebody may mean. Both are foreign text. */
export interface Named {
	readonly word: string;
	/** Empty for none. */
	readonly about: string;
}
