import { answerRun, type RunRequest } from './validate-runs.ts';

/** A process that is sent runs of experiments, one at a time, and answers each with what it found. */
process.on('message', (request: RunRequest) => process.send!(answerRun(request)));
