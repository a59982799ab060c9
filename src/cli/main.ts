import { dispatch } from './dispatch.ts';
import { processContext } from './process-context.ts';

// The exit code is set, not forced, so that everything written still reaches a slow reader.
const code = await dispatch(process.argv.slice(2), processContext());
process.exitCode ||= code;
