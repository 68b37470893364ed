/** What every chart is set up with: options, the colors of the theme, the range of prices. */
export { fixedOptions, formatOptions, textSize, themeOptions, tickText } from './chart-options.ts'
export { type ChartColours, faded, readColours } from './colours.ts'
export { priceRange, type Stretch } from './price-range.ts'
export { textWidths } from './text-widths.ts'
export { useThemeColours } from './use-theme-colours.ts'
