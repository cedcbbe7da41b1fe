/** Set by the build: a hash of the sources. */
declare const REQ_BUILD: string | undefined;

/** Differs between builds, so that none uses what another has compiled. */
export const BUILD = typeof REQ_BUILD === 'undefined' ? 'sources' : REQ_BUILD;
