/**
 * Lets Node import TypeScript as it is. Tests run by Node's own modules: those of a bundler's test runner reach every imported
 * function through a getter, and what simulates then takes half as long again, or twice as long.
 */
import module from 'node:module';

module.register('./typescript-hooks.mjs', import.meta.url);
const { register } = module;
// Vitest's own hooks tell its main process of every import, which only its watching mode wants to know.
module.register = (specifier, ...rest) => {
  if (specifier !== '#nodejs-worker-loader') register(specifier, ...rest);
};
