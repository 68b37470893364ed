/** A picture of a chart with its caption: market, deployment, range and creation time. */
import { type ChartColours, readColours } from '../../charting/index.ts'

/** A text shortened to its space: its middle is omitted, so that its start and end stay. Pure. */
export function fittedText(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text
  const letters = [...text]
  for (let kept = letters.length - 1; kept > 0; kept -= 1) {
    const ahead = Math.ceil(kept / 2)
    const tail = kept === ahead ? '' : letters.slice(ahead - kept).join('')
    const shorter = `${letters.slice(0, ahead).join('').trimEnd()}…${tail.trimStart()}`
    if (widthOf(shorter) <= room) return shorter
  }
  return '…'
}

export interface Caption {
  /** `NYCTMP1, KNYC Central Park` */
  readonly title: string
  /** The deployment, the visible range, the creation time. */
  readonly detail: readonly string[]
  /** The current price. */
  readonly price: string
}

/** Padding of the lines above the chart, in CSS px. */
const PAD = 10
const TITLE = 14
const TEXT = 11
const HEAD = PAD * 2 + TITLE + TEXT + 6
const FAMILY = '"Inter Variable", system-ui, sans-serif'
/** Main's limit per side, px. */
const LARGEST = 8192

/** The chart under its caption. `scale`: picture pixels per CSS pixel. */
function captioned(
  chart: HTMLCanvasElement,
  caption: Caption,
  scale: number,
  colours: ChartColours,
): HTMLCanvasElement {
  const picture = document.createElement('canvas')
  picture.width = chart.width
  picture.height = chart.height + Math.round(HEAD * scale)
  const context = picture.getContext('2d')
  if (context === null) throw new Error('The picture cannot be created: no canvas.')
  context.fillStyle = colours.panel
  context.fillRect(0, 0, picture.width, picture.height)
  context.drawImage(chart, 0, picture.height - chart.height)
  context.scale(scale, scale)
  const width = picture.width / scale
  context.textBaseline = 'top'
  /** Writes a text shortened to its space, and returns its width. */
  const write = (
    text: string,
    font: string,
    colour: string,
    y: number,
    align: 'left' | 'right',
    room: number,
  ): number => {
    context.font = `${font} ${FAMILY}`
    context.fillStyle = colour
    context.textAlign = align
    const widthOf = (text: string): number => context.measureText(text).width
    const shown = fittedText(text, room, widthOf)
    context.fillText(shown, align === 'left' ? PAD : width - PAD, y)
    return widthOf(shown)
  }
  const room = width - PAD * 2
  const price = write(caption.price, `500 ${TITLE}px`, colours.text, PAD, 'right', room)
  write(caption.title, `600 ${TITLE}px`, colours.text, PAD, 'left', room - price - PAD)
  write(caption.detail.join(' · '), `450 ${TEXT}px`, colours.secondary, PAD + TITLE + 6, 'left', room)
  return picture
}

/**
 * A chart with its caption as a PNG in base64.
 * @throws Error with a displayable message where it cannot be created
 */
export async function pictureOf(chart: HTMLCanvasElement, caption: Caption): Promise<string> {
  const scale = window.devicePixelRatio
  const picture = captioned(chart, caption, scale, readColours())
  if (Math.max(picture.width, picture.height) > LARGEST) {
    throw new Error(`The picture would exceed ${LARGEST} px. Make the panel smaller.`)
  }
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('The picture could not be written.')
  return base64Of(new Uint8Array(await blob.arrayBuffer()))
}

/** Maximum number of bytes passed as arguments of one call. */
const AT_ONCE = 8192

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += AT_ONCE) text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE))
  return btoa(text)
}
