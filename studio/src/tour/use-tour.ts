import { useEffect, useRef, useState } from 'react';

/** One thing to try. */
export interface TourStep {
  readonly title: string;
  readonly about: string;
  /** The tool that it takes. */
  readonly tool?: string;
}

export const TOUR: readonly TourStep[] = [
  {
    title: 'Turn the head',
    about: 'Drag beside the hair, or with the right button. The wheel comes nearer; F shows everything again.',
  },
  { title: 'Comb', about: 'Draw the comb through the hair: it lives, and takes its time to fall back.', tool: 'comb' },
  { title: 'Cut a little', about: 'Draw the blades across a lock. What is cut off falls.', tool: 'scissors' },
  { title: 'Take it back', about: 'Undo (Ctrl+Z) brings the hair back to the last strand. Redo cuts it again.' },
  {
    title: 'Keep it',
    about:
      'Save keeps everything that was done; Export gives hair, pictures and films. Work is also found again after a reload.',
  },
];

export interface Tour {
  /** Place in the tour; null while there is none. */
  readonly step: number | null;
  start(): void;
  next(): void;
  leave(): void;
  /** The view was turned by hand. */
  turned(): void;
}

/** Five things to try on living hair; what is asked for goes on by itself when it was done. */
export function useTour(isNew: boolean, done: number): Tour {
  const [step, setStep] = useState<number | null>(isNew ? 0 : null);
  const before = useRef({ step, done });
  const next = (): void => setStep((now) => (now === null || now === TOUR.length - 1 ? null : now + 1));
  useEffect(() => {
    const last = before.current;
    before.current = { step, done };
    if (step === null || last.step !== step || last.done === done) return;
    const isUsed = done > last.done && TOUR[step]!.tool !== undefined;
    const isTakenBack = done < last.done && TOUR[step]!.title === TOUR[3]!.title;
    if (isUsed || isTakenBack) setStep(step + 1);
  }, [step, done]);
  return {
    step,
    start: () => setStep(0),
    next,
    leave: () => setStep(null),
    turned: () => setStep((now) => (now === 0 ? 1 : now)),
  };
}
