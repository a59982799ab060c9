import type { JSX } from 'react';
import type { Scene } from '../../../src/scene/schema.ts';
import { LIGHT_RIGS, type LightRig, lightsOf, rigOf, USUAL_RIG } from './light-rigs.ts';

export interface LightFormProps {
  readonly lights: Scene['lights'];
  onChange(lights: Scene['lights']): void;
}

const DEGREE = Math.PI / 180;
const OWN = 'Of the scene';

/** Which lights stand about the figure, and how far they are turned. */
export function LightForm({ lights, onChange }: LightFormProps): JSX.Element {
  const { name, turn } = rigOf(lights);
  const degrees = Math.round(turn / DEGREE);
  const known = name ?? USUAL_RIG;
  return (
    <div className="form">
      <label className="field choice" title="How the figure is lit">
        <span>Light</span>
        <select value={name ?? OWN} onChange={(event) => onChange(lightsOf(event.target.value as LightRig, 0))}>
          {name === null && <option disabled>{OWN}</option>}
          {Object.keys(LIGHT_RIGS).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label className="field turn" title="Turns all lights about the figure">
        <span>Turned by {degrees}°</span>
        <input
          type="range"
          min={-180}
          max={180}
          step={5}
          value={degrees}
          onChange={(event) => onChange(lightsOf(known, DEGREE * Number(event.target.value)))}
        />
      </label>
    </div>
  );
}
