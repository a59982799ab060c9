const isNative = (callback: unknown): callback is () => void => /\{ \[native code\] \}$/.test(String(callback));
let isPatient = false;

/**
 * Dawn asks by `setImmediate`, over and over, whether the device is done, and keeps a core busy that a software adapter draws
 * with: five small computations took 154,000 questions and 6.1 s of CPU. Asked once a millisecond they take 4,000 and 4.7 s.
 * Callbacks written in JavaScript do not wait. Done once, for the process.
 */
export function askOnceAMillisecond(): void {
  if (isPatient) return;
  isPatient = true;
  globalThis.setImmediate = new Proxy(globalThis.setImmediate, {
    apply: (immediate, on, given) =>
      isNative(given[0]) ? setTimeout(given[0], 1) : Reflect.apply(immediate, on, given),
  });
}
