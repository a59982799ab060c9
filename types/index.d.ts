/// <reference path="./no-infer.d.ts" />
export * from '../dist/types/index.js';
