export { stepCurls } from './step.ts';
