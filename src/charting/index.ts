/** Shared setup of all charts: options, the colors of the theme, the price range. */
export { fixedOptions, formatOptions, textSize, textWidths, themeOptions, tickText } from './chart-options.ts'
export { type ChartColours, faded, readColours, useThemeColours } from './colours.ts'
export { priceRange, type Stretch } from './price-range.ts'
