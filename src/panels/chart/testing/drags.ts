/** The drag logic of the chart, for property tests over every path. */
export { type Drag, dragged, moveWaits, NO_DRAG } from '../level-drag.ts'
