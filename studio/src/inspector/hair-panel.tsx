import type { JSX } from 'react';
import { bodyOfGroom } from '../../../src/scene/groom-instance.ts';
import type { SceneGroom } from '../../../src/scene/groom-schema.ts';
import type { Scene } from '../../../src/scene/schema.ts';
import { Form, type Values } from './form.tsx';
import { type Layers, PartList } from './part-list.tsx';
import {
  COAT_FIELDS,
  COUNT_FIELDS,
  chosenOf,
  coatChange,
  coatValues,
  fibreFields,
  HOLD_FIELDS,
  MATERIAL_FIELDS,
  MODEL_FIELD,
  modelFields,
  NAME_FIELDS,
  STYLE_FIELD,
  styleChange,
  styleFields,
  styleValues,
} from './scene-fields.ts';
import { addGroom, duplicateGroom, removeGroom, renameGroom, setGroom } from './scene-parts.ts';

/** What a panel about one of several parts of a scene is given. */
export interface PartPanelProps {
  readonly scene: Scene;
  readonly chosen: number;
  onChoose(index: number): void;
  /** Other values of the scene; it is made again with them. */
  onChange(change: Partial<Scene>): void;
}

export interface HairPanelProps extends PartPanelProps {
  /** Named parts of the skin of every body. */
  readonly regions: readonly (readonly string[])[];
  readonly layers: Layers;
}

/** What grows, and what it is made of: one groom of the scene. */
export function HairPanel({ scene, chosen, regions, layers, onChoose, onChange }: HairPanelProps): JSX.Element {
  const groom = scene.grooms[chosen]!;
  const set = (change: Partial<SceneGroom>): void => onChange(setGroom(scene, chosen, change));
  const values = groom as unknown as Values;
  return (
    <>
      <h2>Hair</h2>
      <PartList
        title="Grooms"
        names={scene.grooms.map(({ name }) => name)}
        chosen={chosen}
        canRemove={scene.grooms.length > 1}
        onChoose={onChoose}
        onAdd={() => {
          onChange(addGroom(scene, chosen));
          onChoose(scene.grooms.length);
        }}
        onDuplicate={() => {
          onChange(duplicateGroom(scene, chosen));
          onChoose(scene.grooms.length);
        }}
        layers={layers}
        onRemove={() => {
          onChange(removeGroom(scene, chosen));
          onChoose(Math.max(0, chosen - 1));
        }}
      />
      <Form
        fields={NAME_FIELDS}
        values={values}
        onChange={({ name }) => onChange(renameGroom(scene, chosen, String(name)))}
      />
      <PlaceForm scene={scene} groom={groom} regions={regions} onChange={set} />
      <SourceForm groom={groom} onChange={set} />
      <h3>Fibre</h3>
      <Form
        fields={MATERIAL_FIELDS}
        values={values}
        onChange={({ material }) => set({ material: material as SceneGroom['material'] })}
      />
      <Form fields={fibreFields(groom)} values={groom.fibre} onChange={(fibre) => set({ fibre })} />
      <h3>Model</h3>
      <Form
        fields={[MODEL_FIELD]}
        values={groom.model}
        onChange={({ name }) => set({ model: { name: String(name), parameters: {} } })}
      />
      <Form
        fields={modelFields(groom.model.name)}
        values={groom.model.parameters}
        onChange={(parameters) => set({ model: { ...groom.model, parameters } })}
      />
      <Form
        fields={HOLD_FIELDS}
        values={values}
        onChange={({ rest, control }) => set({ rest, control } as Partial<SceneGroom>)}
      />
      <h3>How much</h3>
      <Form
        fields={COUNT_FIELDS}
        values={values}
        onChange={({ guides, strands, seed }) => set({ guides, strands, seed } as Partial<SceneGroom>)}
      />
    </>
  );
}

interface GroomFormProps {
  readonly groom: SceneGroom;
  onChange(change: Partial<SceneGroom>): void;
}

const NOWHERE = 'in the air';
const USUAL = 'as usual';

/** On which body, and where. */
function PlaceForm({
  scene,
  groom,
  regions,
  onChange,
}: GroomFormProps & Pick<HairPanelProps, 'scene' | 'regions'>): JSX.Element {
  const on = bodyOfGroom(scene, groom);
  const bodies = chosenOf('body', 'Grows on', 'The body that carries it.', [
    ...scene.bodies.map(({ name }) => name),
    NOWHERE,
  ]);
  const parts = chosenOf('region', 'Where', "Part of the body's skin.", [USUAL, ...(regions[on] ?? [])]);
  return (
    <Form
      fields={[bodies, parts]}
      values={{ body: scene.bodies[on]?.name ?? NOWHERE, region: groom.region ?? USUAL }}
      onChange={({ body, region }) =>
        onChange({
          body: body === NOWHERE ? null : String(body),
          // Another body has other parts.
          region: region === USUAL || body !== scene.bodies[on]?.name ? undefined : String(region),
        })
      }
    />
  );
}

/** Where it comes from. */
function SourceForm({ groom: { source }, onChange }: GroomFormProps): JSX.Element {
  if (source.kind === 'file') return <p className="about">From the file {source.file}.</p>;
  if (source.kind === 'drawn')
    return <p className="about">{source.copies * source.strands.length} strands that the scene draws.</p>;
  if (source.kind === 'coat')
    return (
      <Form
        fields={COAT_FIELDS}
        values={coatValues(source.change)}
        onChange={(values) => onChange({ source: { kind: 'coat', change: coatChange(values) } })}
      />
    );
  return (
    <Form
      fields={[STYLE_FIELD, ...styleFields(source.style)]}
      values={{ ...styleValues(source.style, source.change), style: source.style }}
      onChange={({ style, ...values }) =>
        onChange({
          source:
            style === source.style
              ? { ...source, change: styleChange(source.style, values) }
              : { kind: 'style', style: String(style), change: {} },
        })
      }
    />
  );
}
