/** What every chart is set up with: options, the colors of the theme, the range of prices. */
export { fixedOptions, formatOptions, textSize, textWidths, themeOptions, tickText } from './chart-options.ts'
export { type ChartColours, faded, readColours, useThemeColours } from './colours.ts'
export { priceRange, type Stretch } from './price-range.ts'
