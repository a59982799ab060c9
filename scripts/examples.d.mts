/** Builds the pages of examples/ into a folder, with an animation of so many frames. */
export function buildExamples(folder: string, frames?: number): void;
