export const WEBGPU_FLAGS: string[];
export const UNSEEN_FLAGS: string[];
export function findChromium(): string | null;
export function ensureChromium(): string | null;
