import type { JSX } from 'react';
import { TOUR, type Tour } from './use-tour.ts';
import './tour.css';

export interface TourPanelProps {
  readonly tour: Tour;
  onTool(tool: string): void;
}

/** The step of the tour that comes next. */
export function TourPanel({ tour, onTool }: TourPanelProps): JSX.Element | null {
  const { step } = tour;
  if (step === null) return null;
  const { title, about, tool } = TOUR[step]!;
  const isLast = step === TOUR.length - 1;
  return (
    <section className="panel tour" aria-label="Tour">
      <p className="place" aria-hidden="true">
        {TOUR.map((one, k) => (
          <i key={one.title} className={k <= step ? 'passed' : undefined} />
        ))}
      </p>
      <div aria-live="polite">
        <h2>
          {title} <small>{`${step + 1} of ${TOUR.length}`}</small>
        </h2>
        <p>{about}</p>
      </div>
      <div className="actions">
        {tool && (
          <button type="button" className="plain-button" onClick={() => onTool(tool)}>
            Take it
          </button>
        )}
        <button type="button" className="plain-button" onClick={tour.next}>
          {isLast ? 'Done' : 'Next'}
        </button>
        {!isLast && (
          <button type="button" className="plain-button" onClick={tour.leave}>
            Skip the tour
          </button>
        )}
      </div>
    </section>
  );
}
