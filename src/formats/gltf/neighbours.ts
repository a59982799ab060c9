/** Gives the bytes of a file beside the one that is read; throws an InputError where there is none. */
export type NeighbourReader = (name: string) => Uint8Array;
