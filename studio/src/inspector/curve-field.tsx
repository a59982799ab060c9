import { type JSX, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type Curve, evaluateCurve } from '../../../src/numeric/curve.ts';

export interface CurveFieldProps {
  readonly title: string;
  readonly about: string;
  readonly value: Curve;
  onChange(value: Curve): void;
}

const WIDTH = 220;
const HEIGHT = 84;
const PAD = 8;
const NEAR = 12;
const FLAT: Curve = [
  [0, 1],
  [1, 1],
];

type Knot = readonly [s: number, value: number];

/** A factor over the length of the hair, drawn by hand: root on the left, tip on the right. */
export function CurveField({ title, about, value, onChange }: CurveFieldProps): JSX.Element {
  const knots = value.length > 0 ? value : FLAT;
  const top = Math.max(2, ...knots.map((knot) => knot[1])) * 1.05;
  const svg = useRef<SVGSVGElement>(null);
  const [held, setHeld] = useState<number | null>(null);

  const x = (s: number): number => PAD + s * (WIDTH - 2 * PAD);
  const y = (v: number): number => HEIGHT - PAD - (v / top) * (HEIGHT - 2 * PAD);

  const knotAt = (event: PointerEvent): Knot => {
    const box = svg.current!.getBoundingClientRect();
    const px = ((event.clientX - box.left) / box.width) * WIDTH;
    const py = ((event.clientY - box.top) / box.height) * HEIGHT;
    const s = Math.min(1, Math.max(0, (px - PAD) / (WIDTH - 2 * PAD)));
    const v = Math.max(0, ((HEIGHT - PAD - py) / (HEIGHT - 2 * PAD)) * top);
    return [Number(s.toFixed(3)), Number(v.toFixed(3))];
  };

  const put = (index: number, [s, v]: Knot): void => {
    const low = index > 0 ? knots[index - 1]![0] + 0.01 : 0;
    const high = index < knots.length - 1 ? knots[index + 1]![0] - 0.01 : 1;
    const place = Number(Math.min(high, Math.max(low, s)).toFixed(3));
    onChange(knots.map((knot, i) => (i === index ? [place, v] : knot)));
  };

  const onPointerDown = (event: PointerEvent<SVGSVGElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const here = knotAt(event);
    const near = knots.findIndex(
      (knot) => Math.abs(x(knot[0]) - x(here[0])) < NEAR && Math.abs(y(knot[1]) - y(here[1])) < NEAR,
    );
    if (near >= 0) {
      setHeld(near);
      return;
    }
    const next = [...knots, here].sort((a, b) => a[0] - b[0]);
    if (next.every((knot, i) => i === 0 || knot[0] > next[i - 1]![0])) {
      onChange(next);
      setHeld(next.indexOf(here));
    }
  };

  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const [s, v] = knots[index]!;
    const step = event.shiftKey ? 0.1 : 0.02;
    const moves: Record<string, Knot> = {
      ArrowLeft: [s - step, v],
      ArrowRight: [s + step, v],
      ArrowUp: [s, v + step * top],
      ArrowDown: [s, Math.max(0, v - step * top)],
    };
    const next = moves[event.key];
    if (next) put(index, next);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && knots.length > 1)
      onChange(knots.filter((_, i) => i !== index));
    else return;
    event.preventDefault();
  };

  const line = Array.from({ length: 45 }, (_, i) => `${x(i / 44)},${y(evaluateCurve(knots, i / 44))}`).join(' ');
  return (
    <fieldset className="field curve" title={about}>
      <legend>{title}</legend>
      <svg
        ref={svg}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        onPointerDown={onPointerDown}
        onPointerMove={(event) => held !== null && put(held, knotAt(event))}
        onPointerUp={() => setHeld(null)}
        onPointerCancel={() => setHeld(null)}
      >
        <title>{`${title}: factor from root to tip`}</title>
        <line className="one" x1={PAD} x2={WIDTH - PAD} y1={y(1)} y2={y(1)} />
        <polyline points={line} />
        {knots.map(([s, v], index) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: a knot is its place in the list while it is dragged.
            key={index}
            cx={x(s)}
            cy={y(v)}
            r={4}
            role="slider"
            tabIndex={0}
            aria-label={`Knot ${index + 1} of ${knots.length}`}
            aria-valuenow={v}
            aria-valuetext={`${v} at ${Math.round(100 * s)} % of the length`}
            onKeyDown={(event) => onKeyDown(event, index)}
          />
        ))}
      </svg>
      <button type="button" className="back" disabled={value.length === 0} onClick={() => onChange([])}>
        Even
      </button>
    </fieldset>
  );
}
