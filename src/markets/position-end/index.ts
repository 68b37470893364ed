/** The end of a position: the interface that each family answers. */
export type { PositionEnd } from './position-end.ts'
