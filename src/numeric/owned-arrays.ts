/** Arrays with memory of their own, as a GPU takes them, in words that TypeScript before 5.7 knows too. */
export type OwnFloat32Array = ReturnType<typeof Float32Array.of>;
export type OwnUint32Array = ReturnType<typeof Uint32Array.of>;
