/** Every way in which a position ends without the trader's hand in this terminal, noticed and told once. */
export { createEndings, type Endings } from './endings.ts'
