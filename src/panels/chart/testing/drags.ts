/** What a drag in the chart does, for properties over every path. */
export { type Drag, dragged, moveWaits, NO_DRAG } from '../level-drag.ts'
