import { answerRun, type RunRequest } from './validate-runs.ts';

/** A process that is sent runs of experiments, one at a time, and answers each with what it found. */
process.on('message', (request: RunRequest) => {
  // Whoever asked may be gone by now: then nobody is told, and the process ends.
  process.send!(answerRun(request), () => {});
});
