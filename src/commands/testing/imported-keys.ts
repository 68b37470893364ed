/** The conflict report of imported keys, for property tests over export and import. */
export { importedKeyConflicts } from '../chosen-keys.ts'
