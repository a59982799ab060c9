import type { JSX } from 'react';
import { bodyColour } from '../../../src/scene/appearance.ts';
import type { SceneBody } from '../../../src/scene/body-schema.ts';
import type { Overlay } from '../../../src/scene/overlay-tints.ts';
import { type Scene, sceneSchema } from '../../../src/scene/schema.ts';
import { useTouch } from '../page/use-touch.ts';
import type { LookChanges } from '../simulation/look-changes.ts';
import type { StudioTool } from '../tools/catalogue.ts';
import { withInitials } from './field-spec.ts';
import { Form, type Values } from './form.tsx';
import type { PartPanelProps } from './hair-panel.tsx';
import { LightForm } from './light-form.tsx';
import { PartChoice } from './part-list.tsx';
import {
  COLOUR_FIELDS,
  FORCE_FIELDS,
  LEVEL_FIELDS,
  LOOK_FIELDS,
  MOTION_FIELDS,
  PICTURE_FIELDS,
} from './scene-fields.ts';
import { setBody } from './scene-parts.ts';
import { fieldTitle } from './words.ts';

export interface ToolPanelProps {
  readonly tool: StudioTool | null;
  readonly parameters: Values;
  onChange(parameters: Values): void;
  /** Whether the other hand does the same on the other side of the head. */
  readonly isMirrored: boolean;
  onMirrored(isMirrored: boolean): void;
  readonly overlay: Overlay;
  onOverlay(overlay: Overlay): void;
  onSection(way: 'all' | 'inverse'): void;
}

const OVERLAY_TITLES: Readonly<Record<Exclude<Overlay, 'levels'>, string>> = {
  none: 'Its own colour',
  section: 'The section',
  wetness: 'Water',
  products: 'Spray (magenta) and mousse (green)',
  stiffness: 'Stiffness',
};

/** How the tool in the hand is set. */
export function ToolPanel(props: ToolPanelProps): JSX.Element {
  const { tool, parameters, onChange, isMirrored, onMirrored, overlay, onOverlay, onSection } = props;
  const isTouched = useTouch();
  if (!tool)
    return (
      <>
        <h2>View</h2>
        <p className="about">
          {isTouched
            ? 'Draw with one finger to turn the view, with two to move it, spread them to come nearer. Tap a tool in the row below to style the hair.'
            : 'Drag to turn the view, with Shift to move it, scroll to come nearer. Take a tool from the left to style the hair.'}
        </p>
      </>
    );
  return (
    <>
      <h2>{tool.title}</h2>
      <p className="about">{tool.about}</p>
      <Form fields={tool.fields} values={parameters} onChange={onChange} />
      <div className="form">
        <Switch
          title="Both sides of the head"
          about="The other hand does the same on the other side (X)"
          isOn={isMirrored}
          onChange={onMirrored}
        />
        <label className="field choice" title="What is shown on the hair in place of its colour">
          <span>Show on the hair</span>
          <select value={overlay} onChange={(event) => onOverlay(event.target.value as Overlay)}>
            {Object.entries(OVERLAY_TITLES).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        {tool.name === 'section' && (
          <div className="choices">
            <button type="button" className="plain-button" onClick={() => onSection('inverse')}>
              The other hair
            </button>
            <button type="button" className="plain-button" onClick={() => onSection('all')}>
              All hair
            </button>
          </div>
        )}
      </div>
      {Object.keys(parameters).length > 0 && (
        <button type="button" className="plain-button" onClick={() => onChange({})}>
          As it was
        </button>
      )}
    </>
  );
}

interface SwitchProps {
  readonly title: string;
  readonly about: string;
  readonly isOn: boolean;
  onChange(isOn: boolean): void;
}

const Switch = ({ title, about, isOn, onChange }: SwitchProps): JSX.Element => (
  <label className="field switch" title={about}>
    <span>{title}</span>
    <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
  </label>
);

interface MotionPanelProps extends PartPanelProps {
  /** Whether strands are drawn in the colour of those that move for them. */
  readonly isColoured: boolean;
  onColoured(isColoured: boolean): void;
}

/** What moves it: bodies, weight and air. */
export function MotionPanel(props: MotionPanelProps): JSX.Element {
  const { scene, chosen, onChoose, onChange, isColoured, onColoured } = props;
  const { gravity, air, contact, sleep, seed, bodies, levels } = scene;
  const body = bodies[chosen];
  return (
    <>
      <h2>Motion</h2>
      <PartChoice title="Body" names={bodies.map(({ name }) => name)} chosen={chosen} onChoose={onChoose} />
      {body && (
        <Form
          fields={MOTION_FIELDS}
          values={{ motion: body.motion }}
          onChange={({ motion }) => onChange(setBody(scene, chosen, { motion } as Partial<SceneBody>))}
        />
      )}
      <Form
        fields={FORCE_FIELDS}
        values={{ gravity, air, contact, sleep, seed }}
        onChange={(values) => onChange(values as Partial<Scene>)}
      />
      <Switch
        title={fieldTitle('levels')}
        about="Strands move together where nobody could tell: far away, at rest, out of sight. It follows the view; what a tool touches moves by itself."
        isOn={levels !== undefined}
        onChange={(isOn) => onChange({ levels: isOn ? sceneSchema.shape.levels.parse({}) : undefined })}
      />
      {levels && (
        <>
          <Form
            fields={LEVEL_FIELDS}
            values={{ error: levels.error }}
            onChange={({ error }) => onChange({ levels: { ...levels, error: Number(error) } })}
          />
          <Switch
            title="Colour what moves together"
            about="Draws strands that move together in one colour."
            isOn={isColoured}
            onChange={onColoured}
          />
        </>
      )}
    </>
  );
}

export interface LookPanelProps {
  readonly scene: Scene;
  readonly groom: number;
  readonly body: number;
  onGroom(index: number): void;
  onBody(index: number): void;
  onChange(lookChanges: LookChanges): void;
}

/** How it looks; shown at once. */
export function LookPanel({ scene, groom, body, onGroom, onBody, onChange }: LookPanelProps): JSX.Element {
  const { name, look } = scene.grooms[groom]!;
  const on = scene.bodies[body];
  return (
    <>
      <h2>Look</h2>
      <PartChoice title="Hair" names={scene.grooms.map((one) => one.name)} chosen={groom} onChoose={onGroom} />
      <Form
        fields={LOOK_FIELDS}
        values={look}
        onChange={(values) => onChange({ looks: { [name]: values as unknown as typeof look } })}
      />
      {on && (
        <>
          <h3>Body</h3>
          <PartChoice title="Body" names={scene.bodies.map((one) => one.name)} chosen={body} onChoose={onBody} />
          <Form
            fields={withInitials(COLOUR_FIELDS, { colour: bodyColour(on) })}
            values={on as unknown as Values}
            onChange={({ colour }) => onChange({ colours: { [on.name]: String(colour) } })}
          />
        </>
      )}
      <h3>Picture</h3>
      <LightForm lights={scene.lights} onChange={(lights) => onChange({ lights: lights ?? null })} />
      <Form
        fields={PICTURE_FIELDS}
        values={scene.picture}
        onChange={(values) => onChange({ picture: values as unknown as Scene['picture'] })}
      />
    </>
  );
}
