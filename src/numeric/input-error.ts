/** Something from outside (a file, a scene, an option) is wrong. The message is a sentence for the person who can fix it. */
export class InputError extends Error {
  /** Stable, for programs: `area/what`, for example `tfx/truncated`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'InputError';
    this.code = code;
  }
}
