/** The parts of a step, in their order: reading all hair, tools, strands that meet, controls and sleep, the model with its bodies. */
export const STEP_PARTS = ['reading', 'tools', 'meeting', 'controls', 'model'] as const;

export type StepPart = (typeof STEP_PARTS)[number];

/** Is told when a step begins and when each of its parts is over. The simulation knows no clock; whoever watches has one. */
export type StepWatch = (part: StepPart | 'begin') => void;
