/** What is said of imported keys before they are taken, for properties over export and import. */
export { importedKeyConflicts } from '../chosen-keys.ts'
