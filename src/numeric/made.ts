/**
 * What a function makes: the fields of many arrays are said once, where they get their sizes. Fields are read-only, and arrays may as
 * well be views of shared memory.
 */
export type Made<F extends (...sizes: never[]) => object> = {
  readonly [name in keyof ReturnType<F>]: ReturnType<F>[name] extends Float64Array ? Float64Array : ReturnType<F>[name];
};
