export { InputError } from '../numeric/input-error.ts';
