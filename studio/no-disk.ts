/** Stands in for Node's modules of files and paths in the page. */
export const promises: Readonly<Record<string, never>> = Object.freeze({});
export default promises;
