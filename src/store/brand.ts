declare const brand: unique symbol;

/** A string that only its own `parse…` function can make. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
