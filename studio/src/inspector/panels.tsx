import type { JSX } from 'react';
import type { Scene } from '../../../src/scene/schema.ts';
import { useTouch } from '../page/use-touch.ts';
import type { StudioTool } from '../tools/catalogue.ts';
import { Form, type Values } from './form.tsx';
import {
  COUNT_FIELDS,
  fibreFields,
  LOOK_FIELDS,
  MATERIAL_FIELDS,
  MODEL_FIELD,
  MOTION_FIELDS,
  modelFields,
  STYLE_FIELD,
  styleChange,
  styleFields,
  styleValues,
} from './scene-fields.ts';

export interface ToolPanelProps {
  readonly tool: StudioTool | null;
  readonly parameters: Values;
  onChange(parameters: Values): void;
}

/** How the tool in the hand is set. */
export function ToolPanel({ tool, parameters, onChange }: ToolPanelProps): JSX.Element {
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
      {Object.keys(parameters).length > 0 && (
        <button type="button" className="plain-button" onClick={() => onChange({})}>
          As it was
        </button>
      )}
    </>
  );
}

export interface ScenePanelProps {
  readonly scene: Scene;
  /** Other values of the scene; it is made again with them. */
  onChange(change: Partial<Scene>): void;
}

/** What grows, and what it is made of. */
export function HairPanel({ scene, onChange }: ScenePanelProps): JSX.Element {
  const { groom, model } = scene;
  return (
    <>
      <h2>Hair</h2>
      {groom.kind === 'style' ? (
        <Form
          fields={[STYLE_FIELD, ...styleFields(groom.style)]}
          values={{ ...styleValues(groom.style, groom.change), style: groom.style }}
          onChange={({ style, ...values }) =>
            onChange({
              groom:
                style === groom.style
                  ? { ...groom, change: styleChange(groom.style, values) }
                  : { kind: 'style', style: String(style), change: {} },
            })
          }
        />
      ) : (
        <p className="about">From the file {groom.file}.</p>
      )}
      <h3>Fibre</h3>
      <Form
        fields={MATERIAL_FIELDS}
        values={scene as unknown as Values}
        onChange={(values) => onChange({ material: values.material as Scene['material'] })}
      />
      <Form
        fields={fibreFields(scene)}
        values={scene.fibre}
        onChange={(values) => onChange({ fibre: values as Scene['fibre'] })}
      />
      <h3>Model</h3>
      <Form
        fields={[MODEL_FIELD]}
        values={model}
        onChange={({ name }) => onChange({ model: { name: String(name), parameters: {} } })}
      />
      <Form
        fields={modelFields(model.name)}
        values={model.parameters}
        onChange={(parameters) => onChange({ model: { ...model, parameters } })}
      />
      <h3>How much</h3>
      <Form
        fields={COUNT_FIELDS}
        values={scene as unknown as Values}
        onChange={({ guides, strands, seed }) => onChange({ guides, strands, seed } as Partial<Scene>)}
      />
    </>
  );
}

/** What moves it. */
export function MotionPanel({ scene, onChange }: ScenePanelProps): JSX.Element {
  const { motion, gravity, air, control, contact, rest, sleep } = scene;
  return (
    <>
      <h2>Motion</h2>
      <Form
        fields={MOTION_FIELDS}
        values={{ motion, gravity, air, control, contact, rest, sleep }}
        onChange={(values) => onChange(values as Partial<Scene>)}
      />
    </>
  );
}

export interface LookPanelProps {
  readonly look: Scene['look'];
  onChange(look: Scene['look']): void;
}

/** How it looks; shown at once. */
export function LookPanel({ look, onChange }: LookPanelProps): JSX.Element {
  return (
    <>
      <h2>Look</h2>
      <Form fields={LOOK_FIELDS} values={look} onChange={(values) => onChange(values as unknown as Scene['look'])} />
    </>
  );
}
