import type { Context, Writer } from './context.ts';
import { readyFolder } from './ready-folder.ts';

/** The context of the running process. */
export function processContext(): Context {
  return {
    cwd: process.cwd(),
    stdout: streamWriter(process.stdout),
    stderr: streamWriter(process.stderr),
    now: () => performance.now(),
    ready: readyFolder(),
    interrupted: () =>
      new Promise((done) => {
        process.once('SIGINT', () => done());
        process.once('SIGTERM', () => done());
      }),
  };
}

/** A reader that goes away (`pelage info x | head`) ends the talking, not the work. */
function streamWriter(stream: NodeJS.WriteStream): Writer {
  let isOpen = true;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (isOpen && error.code !== 'EPIPE') {
      process.exitCode = 1;
      if (stream !== process.stderr) process.stderr.write(`The output could not be written: ${error.message}.\n`);
    }
    isOpen = false;
  });
  return {
    write: (text) => {
      if (isOpen) stream.write(text);
    },
    isTerminal: stream.isTTY === true && process.env['TERM'] !== 'dumb',
    get columns() {
      return stream.columns || 80;
    },
  };
}
