import type { Context } from './context.ts';
import { timeText } from './table.ts';

/** How far long work is: a bar on a terminal, a line now and then elsewhere, none for short work. */
export interface Progress {
  /** `done` of the total. */
  update(done: number, what?: string): void;
  /** Clears the bar. */
  end(): void;
}

/** For programs that read the result: nothing is said on the way. */
export const SILENT: Progress = Object.freeze({ update: () => {}, end: () => {} });

/** Milliseconds between two pictures of a bar. */
const REDRAW = 100;
/** Lines in a log: at each tenth of the work, or where that takes long at this interval, but not more often than `HASTE`. */
const LINE_INTERVAL = 30_000;
const HASTE = 2000;
const BAR = 24;

export function startProgress(context: Context, title: string, total: number): Progress {
  return context.stderr.isTerminal ? new Bar(context, title, total) : new Lines(context, title, total);
}

/** Seconds left if the rest goes as the work so far; undefined before anything is known. */
export function secondsLeft(elapsed: number, done: number, total: number): number | undefined {
  return done > 0 && elapsed > 0 ? ((elapsed / done) * Math.max(total - done, 0)) / 1000 : undefined;
}

function state(title: string, elapsed: number, done: number, total: number, what: string): string {
  const left = secondsLeft(elapsed, done, total);
  return [`${title}${what && ` ${what}`}`, left === undefined ? undefined : `${timeText(left)} left`]
    .filter(Boolean)
    .join(', ');
}

const percent = (done: number, total: number): number => Math.floor((100 * done) / Math.max(total, 1));

class Bar implements Progress {
  private readonly context: Context;
  private readonly title: string;
  private readonly total: number;
  private readonly start: number;
  private drawnAt = Number.NEGATIVE_INFINITY;
  private isDrawn = false;

  constructor(context: Context, title: string, total: number) {
    this.context = context;
    this.title = title;
    this.total = total;
    this.start = context.now();
  }

  update(done: number, what = ''): void {
    const now = this.context.now();
    if (now - this.drawnAt < REDRAW) return;
    this.drawnAt = now;
    this.isDrawn = true;
    const filled = Math.min(BAR, Math.round((BAR * done) / Math.max(this.total, 1)));
    const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR - filled)}]`;
    const text = `${bar} ${percent(done, this.total)} % ${state(this.title, now - this.start, done, this.total, what)}`;
    this.context.stderr.write(`\r\x1b[2K${text.slice(0, Math.max(this.context.stderr.columns - 1, 10))}`);
  }

  end(): void {
    if (this.isDrawn) this.context.stderr.write('\r\x1b[2K');
    this.isDrawn = false;
  }
}

class Lines implements Progress {
  private readonly context: Context;
  private readonly title: string;
  private readonly total: number;
  private readonly start: number;
  private saidAt: number;
  private tenths = 0;

  constructor(context: Context, title: string, total: number) {
    this.context = context;
    this.title = title;
    this.total = total;
    this.start = context.now();
    this.saidAt = this.start;
  }

  update(done: number, what = ''): void {
    const now = this.context.now();
    const fraction = percent(done, this.total);
    const tenths = Math.floor(fraction / 10);
    const silence = now - this.saidAt;
    if (silence < HASTE || done >= this.total || (tenths === this.tenths && silence < LINE_INTERVAL)) return;
    this.saidAt = now;
    this.tenths = tenths;
    this.context.stderr.write(`${fraction} % ${state(this.title, now - this.start, done, this.total, what)}\n`);
  }

  end(): void {}
}
