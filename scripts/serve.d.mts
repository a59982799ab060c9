export function fileFor(root: string, address: string): string | null;
export function serve(
  directory: string,
  options?: { port?: number; host?: string },
): Promise<{ url: string; close: () => Promise<void> }>;
