/** Builds the pages of examples/ into a folder, with a film of so many frames. */
export function buildExamples(folder: string, frames?: number): void;
