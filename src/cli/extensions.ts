import { type KnownFormat, knownFormats } from '../formats/index.ts';

type Ability = KnownFormat['can'][number];

/** Extensions, with their dots, of all files that something can be done with. */
export const extensionsFor = (ability: Ability): string[] =>
  knownFormats()
    .filter(({ can }) => can.includes(ability))
    .flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`));

/** Meshes of bodies: glTF is read by its own reader. */
export const meshExtensions = (): string[] => [...extensionsFor('readMesh'), '.glb', '.gltf'];

/** The same for help texts. */
export const listFor = (ability: Ability): string => extensionsFor(ability).join(' ');
