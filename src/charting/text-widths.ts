/** How wide words are on a chart. */

/** A measure of words in the charts' font, px, at a size of text. */
export function textWidths(): (words: string, text: number) => number {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (context === null) throw new Error('words cannot be measured: no canvas')
  return (words, text) => {
    context.font = `${text}px "Inter Variable", system-ui, sans-serif`
    return context.measureText(words).width
  }
}
