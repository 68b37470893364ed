/** The picture of the house: one panel a tree, its rooms on their floors from the ground up, arrows between trees only. */
import type { Box } from './floors.ts'

/** A tree as it is drawn. */
export interface Drawn {
  readonly tree: string
  readonly title: string
  readonly floors: readonly (readonly Box[])[]
  /** What the box of the files beside the rooms is called. */
  readonly beside: string
}

/** The trees of the picture by their place in it. */
export interface Trees {
  readonly windows: Drawn
  readonly main: Drawn
  readonly venue: Drawn
  readonly host: Drawn
}

const [LEFT, RIGHT, GAP, EDGE] = [1440, 400, 80, 30]
const WIDTH = EDGE * 2 + LEFT + GAP + RIGHT
const [HEAD, FLOOR, ROOM] = [46, 46, 36]
/** What a panel keeps free beside its rooms, on both sides together. */
const INSET = 24
const INK = '#1f2933'
const FAINT = '#5f6b7a'
const COLOURS = { windows: '#e8f1fb', main: '#e9f6ee', venue: '#fdf3e1', host: '#f3eefb', contract: '#eef0f3' } as const

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const text = (x: number, y: number, words: string, more = ''): string =>
  `<text x="${x}" y="${y}" ${more}>${escaped(words)}</text>`

const heightOf = (drawn: Drawn, width: number): number => HEAD + rowsOf(drawn, width).length * FLOOR + 6

/** Room for the name and, in smaller letters, the rooms inside, px; a name is about 7.4 px a letter, the small letters 5.4 px. */
const need = ({ name, inside }: Box): number =>
  Math.max(name.length * 7.4, Math.min(inside.join(' · ').length * 5.4, LEFT - 60)) + 20

/** Floors from the ground up; one whose rooms have not enough width for their names stands in two rows. */
function rowsOf({ floors }: Drawn, width: number): readonly (readonly Box[])[] {
  return floors.flatMap((boxes) => {
    const rows: Box[][] = [[]]
    let left = width - INSET
    for (const box of boxes) {
      const row = rows.at(-1) ?? []
      if (row.length > 0 && need(box) > left) {
        rows.push([box])
        left = width - INSET
      } else row.push(box)
      left -= need(box) + 8
    }
    return rows
  })
}

const SMALL = 10.5
/** A letter is about half as wide as its size. */
const LETTER = 5.4 / SMALL
/** The size in which all words stand in a box. */
const sizeFor = (words: string, width: number): number =>
  Math.min(SMALL, Math.floor((10 * (width - 16)) / (words.length * LETTER)) / 10)

function floor(boxes: readonly Box[], beside: string, x: number, y: number, width: number): string {
  const gaps = (boxes.length - 1) * 8
  const needed = boxes.map(need)
  const spare = (width - gaps - needed.reduce((a, b) => a + b, 0)) / boxes.length
  let left = x
  return boxes
    .map(({ name, inside }, at) => {
      const own = Math.round((needed[at] ?? 0) + spare)
      const middle = left + own / 2
      const [title, below] = [name === '.' ? beside : name, inside.join(' · ')]
      const box = `<rect x="${left}" y="${y}" width="${own}" height="${ROOM}" rx="4" fill="#ffffff" stroke="#9aa5b1"/>`
      const words =
        below === ''
          ? text(middle, y + 22, title, 'text-anchor="middle"')
          : text(middle, y + 15, title, 'text-anchor="middle"') +
            text(middle, y + 29, below, `text-anchor="middle" font-size="${sizeFor(below, own)}" fill="${FAINT}"`)
      left += own + 8
      return box + words
    })
    .join('\n')
}

function panel(drawn: Drawn, colour: string, x: number, y: number, width: number): string {
  const height = heightOf(drawn, width)
  const rooms = rowsOf(drawn, width).map((boxes, at) =>
    floor(boxes, drawn.beside, x + INSET / 2, y + height - 6 - (at + 1) * FLOOR, width - INSET),
  )
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${colour}" stroke="#cbd2d9"/>`,
    text(x + 14, y + 27, drawn.tree, 'font-weight="700" font-size="16"'),
    text(x + 26 + Math.round(drawn.tree.length * 10.6), y + 27, drawn.title, `fill="${FAINT}"`),
    ...rooms,
  ].join('\n')
}

const arrow = (path: string, both: boolean, dashed = false): string =>
  `<path d="${path}" fill="none" stroke="${INK}" stroke-width="1.6"${dashed ? ' stroke-dasharray="5 4"' : ''} ` +
  `marker-end="url(#tip)"${both ? ' marker-start="url(#tip)"' : ''}/>`

/** The picture as SVG text, on a white card so that it reads on a dark page too. */
export function picture({ windows, main, venue, host }: Trees): string {
  const right = EDGE + LEFT + GAP
  const mainTop = EDGE + heightOf(windows, LEFT) + 64
  const hostTop = EDGE
  const venueTop = hostTop + heightOf(host, RIGHT) + 40
  const bottom = Math.max(mainTop + heightOf(main, LEFT), venueTop + heightOf(venue, RIGHT))
  const contractTop = bottom + 26
  const height = contractTop + 44 + EDGE
  const middle = EDGE + LEFT / 2
  const between = mainTop - 32
  const wire = Math.max(mainTop, venueTop) + 60
  const hostMiddle = hostTop + heightOf(host, RIGHT) / 2
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img"`,
    `  font-family="system-ui, 'DejaVu Sans', sans-serif" font-size="13" fill="${INK}">`,
    '<title>The trees of the house, the rooms of each on their floors, and what passes between trees</title>',
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">' +
      `<path d="M0 0 8 4 0 8z" fill="${INK}"/></marker></defs>`,
    `<rect width="${WIDTH}" height="${height}" rx="10" fill="#ffffff"/>`,
    panel(windows, COLOURS.windows, EDGE, EDGE, LEFT),
    panel(main, COLOURS.main, EDGE, mainTop, LEFT),
    panel(host, COLOURS.host, right, hostTop, RIGHT),
    panel(venue, COLOURS.venue, right, venueTop, RIGHT),
    arrow(`M${middle} ${mainTop - 58}V${mainTop - 6}`, true),
    text(middle + 12, between - 4, 'window.terminal: calls down, each with its answer'),
    text(middle + 12, between + 14, 'topics up, one batch a frame'),
    arrow(`M${EDGE + LEFT + 6} ${wire}H${right - 6}`, true),
    text(EDGE + LEFT + GAP / 2, wire - 10, 'HTTP', 'text-anchor="middle" font-size="11"'),
    text(EDGE + LEFT + GAP / 2, wire + 20, 'WebSocket', 'text-anchor="middle" font-size="11"'),
    arrow(`M${right - 6} ${hostMiddle}H${EDGE + LEFT + 6}`, false, true),
    text(EDGE + LEFT + GAP / 2, hostMiddle - 10, 'runs', 'text-anchor="middle" font-size="11"'),
    `<rect x="${EDGE}" y="${contractTop}" width="${WIDTH - 2 * EDGE}" height="44" rx="8" fill="${COLOURS.contract}" stroke="#cbd2d9"/>`,
    text(EDGE + 14, contractTop + 28, 'contract', 'font-weight="700" font-size="16"'),
    text(EDGE + 111, contractTop + 28, 'every tree may import it, and it imports none', `fill="${FAINT}"`),
    '</svg>',
  ].join('\n')}\n`
}
