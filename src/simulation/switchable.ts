import type { StrandDynamics } from '../models/model.ts';

/** Running strands whose model can be changed while others hold on to them. */
export interface SwitchableDynamics {
  /** Looks like the present strands, whichever they are. */
  readonly dynamics: StrandDynamics;
  replace(next: StrandDynamics): void;
}

/** Everything that is asked goes to the present strands; methods are bound once, so that a step allocates nothing. */
export function switchable(first: StrandDynamics): SwitchableDynamics {
  let current = first;
  let bound = new Map<PropertyKey, unknown>();
  const dynamics = new Proxy({} as StrandDynamics, {
    get(_target, key): unknown {
      const known = bound.get(key);
      if (known) return known;
      const value: unknown = Reflect.get(current, key, current);
      if (typeof value !== 'function') return value;
      const method: unknown = value.bind(current);
      bound.set(key, method);
      return method;
    },
    has: (_target, key) => key in current,
  });
  return {
    dynamics,
    replace(next) {
      current = next;
      bound = new Map();
    },
  };
}
