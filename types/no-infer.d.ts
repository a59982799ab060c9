export {};

// TypeScript has this type itself from 5.4 on; the declarations of zod name it.
declare global {
  type NoInfer<T> = [T][T extends unknown ? 0 : never];
}
