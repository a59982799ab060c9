/** Parameters throw it too, which stand above strands. */
export { InputError } from '../numeric/input-error.ts';
