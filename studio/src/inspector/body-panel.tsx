import type { JSX } from 'react';
import type { SceneBody } from '../../../src/scene/body-schema.ts';
import { Form, type Values } from './form.tsx';
import type { PartPanelProps } from './hair-panel.tsx';
import { PartList } from './part-list.tsx';
import { chosenOf, NAME_FIELDS, PLACE_FIELDS, SHAPE_FIELDS, TOUCH_FIELDS } from './scene-fields.ts';
import { addBody, duplicateBody, isBodyUsed, removeBody, renameBody, setBody } from './scene-parts.ts';

const NOTHING = 'nothing';

/** What hair grows on and may not enter: one body of the scene. */
export function BodyPanel({ scene, chosen, onChoose, onChange }: PartPanelProps): JSX.Element {
  const body = scene.bodies[chosen];
  const set = (change: Partial<SceneBody>): void => onChange(setBody(scene, chosen, change));
  return (
    <>
      <h2>Bodies</h2>
      <PartList
        title="Bodies"
        names={scene.bodies.map(({ name }) => name)}
        chosen={chosen}
        canRemove={!isBodyUsed(scene, chosen)}
        onChoose={onChoose}
        onAdd={() => {
          onChange(addBody(scene));
          onChoose(scene.bodies.length);
        }}
        onDuplicate={() => {
          onChange(duplicateBody(scene, chosen));
          onChoose(scene.bodies.length);
        }}
        onRemove={() => {
          onChange(removeBody(scene, chosen));
          onChoose(Math.max(0, chosen - 1));
        }}
      />
      {body && (
        <>
          <Form
            fields={NAME_FIELDS}
            values={body as unknown as Values}
            onChange={({ name }) => onChange(renameBody(scene, chosen, String(name)))}
          />
          <Form
            fields={[...SHAPE_FIELDS, ...PLACE_FIELDS]}
            values={body as unknown as Values}
            onChange={({ shape, position, rotation, scale, breathing }) =>
              set({ shape, position, rotation, scale, breathing } as Partial<SceneBody>)
            }
          />
          <Form
            fields={[
              chosenOf('on', 'Carried by', 'The body that it rides on.', [
                NOTHING,
                ...scene.bodies.map(({ name }) => name).filter((name) => name !== body.name),
              ]),
            ]}
            values={{ on: body.on ?? NOTHING }}
            onChange={({ on }) => set({ on: on === NOTHING ? null : String(on) })}
          />
          <Form
            fields={TOUCH_FIELDS}
            values={body as unknown as Values}
            onChange={({ collider, friction, resolution }) =>
              set({ collider, friction, resolution } as Partial<SceneBody>)
            }
          />
        </>
      )}
    </>
  );
}
