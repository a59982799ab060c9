/** What the built-in fox can do. */
export const FOX_CLIPS = ['walk', 'run', 'look', 'shake', 'wag', 'breathe'] as const;
export type FoxClip = (typeof FOX_CLIPS)[number];

/** Metres a second at which the ground passes below a fox that goes on the spot. */
export const FOX_SPEEDS: Readonly<Partial<Record<FoxClip, number>>> = Object.freeze({ walk: 0.44, run: 3.2 });
