/** The room that the panel needs. Pure. */
import { heightOfAll } from '../../ladder/index.ts'

/** The panel's own head and the names of the columns, with what frames them, in text of the usual size, px. */
const AROUND = 54

/** Height in which the panel shows every level that comes, px, for rows of `row` px and text `scale` times as large as usual. */
export const heightOfBook = (row: number, scale: number): number => heightOfAll(row, scale) + Math.ceil(AROUND * scale)
