/** Shared by the panels of a market of any family: the choice of unit and side, the banner of its phase, its data as text. */

export { COPY_BOOK, useCopyBook } from './copy-book.ts'
export { MarketLine, PhaseBanner, UnitMenu } from './market-line.tsx'
export { BookReadOut, CALM_MS, ReadOut } from './read-out.tsx'
