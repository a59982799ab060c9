import type { Context } from './context.ts';

/** Whether the person wants the program to end. A second Ctrl-C ends it at once. */
export function watchInterruption(context: Pick<Context, 'interrupted'>): { hasCome(): boolean } {
  let isInterrupted = false;
  void context.interrupted().then(() => {
    isInterrupted = true;
  });
  return { hasCome: () => isInterrupted };
}
