/** The parts of a step, in their order: reading all hair, tools, strands on strands, controls and sleep, the models with their bodies. */
export const STEP_PARTS = ['reading', 'tools', 'interactions', 'controls', 'model'] as const;

export type StepPart = (typeof STEP_PARTS)[number];

/** Is told when a step begins and when each of its parts is over. The simulation knows no clock; a profiler has one. */
export type StepProfiler = (part: StepPart | 'begin') => void;
