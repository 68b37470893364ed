/** What the panels of a market share, whatever its family: the choice of unit and side, the banner of its phase, its data in words. */
export { BookReadOut } from './book-read-out.tsx'
export { MarketLine } from './market-line.tsx'
export { PhaseBanner } from './phase-banner.tsx'
export { CALM_MS, ReadOut } from './read-out.tsx'
export { UnitMenu } from './unit-menu.tsx'
export { COPY_BOOK, useCopyBook } from './use-copy-book.ts'
