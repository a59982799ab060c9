import { didYouMean } from '../../numeric/nearest.ts';
import { exampleNames, exampleScene } from '../../scene/examples.ts';
import { InputError } from '../../strands/input-error.ts';
import { type Command, command } from '../command.ts';
import { columns } from '../table.ts';

export const examples: Command = command({
  name: 'examples',
  about: 'Lists the built-in scenes, or prints one to save and edit.',
  arguments: [{ name: 'NAME', about: 'print the scene of this example', isOptional: true }],
  options: {},
  example: 'npx pelage examples head-shake > my-scene.json',
  run({ positionals: [name], report }) {
    if (name !== undefined) {
      const scene = printable(name);
      report({ json: scene, text: JSON.stringify(scene, null, 2) });
      return;
    }
    const list = exampleNames.map((example) => ({ name: example, about: exampleScene(example).about }));
    report({
      json: { examples: list },
      text: columns(
        list.map(({ name: example, about }) => [example, about]),
        0,
      ).join('\n'),
    });
  },
});

function printable(name: string): unknown {
  if (exampleNames.includes(name)) return exampleScene(name);
  const suggestion = didYouMean(name, exampleNames) || `; the examples are ${exampleNames.join(', ')}`;
  throw new InputError('scene/unknown', `There is no example ${name}${suggestion}`);
}
