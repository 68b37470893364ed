/** Parses a page's PDF print: its pages, the pages of each table row, and its colors. */
import { inflateSync } from 'node:zlib'

export interface Printed {
  readonly pages: number
  /** For every table row except headers: number of pages it appears on. */
  readonly rows: readonly number[]
  /** The same for header rows, which are repeated on each page of their table. */
  readonly heads: readonly number[]
  /** Fill colors, red, green and blue from 0 to 1. */
  readonly fills: readonly string[]
}

/** Parses a PDF written by Chromium: objects in plain text, tagged page structure, deflated streams. */
export function readPrinted(pdf: Buffer): Printed {
  const text = pdf.toString('latin1')
  const objects = new Map(
    [...text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body]),
  )
  const all = [...objects.values()]
  const elements = all.filter((body) => body.includes('/Type /StructElem'))
  const kidsOf = (body: string): readonly string[] => {
    const kids = /\/K (\[[\s\S]*?\](?=\n\/|>>)|\d+ 0 R)/.exec(body)?.[1] ?? ''
    return [...kids.replaceAll(/<<[\s\S]*?>>/g, '').matchAll(/(\d+) 0 R/g)].map(([, id = '']) => id)
  }
  const pagesOf = (body: string): Set<string> => {
    const own = [...body.matchAll(/\/Pg (\d+) 0 R/g)].map(([, id = '']) => id)
    return new Set([...own, ...kidsOf(body).flatMap((id) => [...pagesOf(objects.get(id) ?? '')])])
  }
  const isHead = (body: string): boolean => kidsOf(body).some((id) => (objects.get(id) ?? '').includes('/S /TH'))
  const rows = elements.filter((body) => /\/S \/TR\n/.test(body))
  return {
    pages: all.filter((body) => /\/Type \/Page\n/.test(body)).length,
    rows: rows.filter((body) => !isHead(body)).map((body) => pagesOf(body).size),
    heads: rows.filter(isHead).map((body) => pagesOf(body).size),
    fills: [...new Set(contentsOf(text, objects, all).flatMap(fillsOf))],
  }
}

/** Content streams of the pages. */
const contentsOf = (text: string, objects: ReadonlyMap<string, string>, all: readonly string[]): readonly string[] =>
  all.flatMap((body) => {
    const id = /\/Contents (\d+) 0 R/.exec(body)?.[1]
    const drawn = id === undefined ? undefined : objects.get(id)
    if (drawn === undefined) return []
    const begin = drawn.indexOf('stream\n') + 'stream\n'.length
    const length = Number(/\/Length (\d+)/.exec(drawn)?.[1] ?? 0)
    const bytes = Buffer.from(text.slice(text.indexOf(drawn) + begin, text.indexOf(drawn) + begin + length), 'latin1')
    return [inflateSync(bytes).toString('latin1')]
  })

const fillsOf = (drawn: string): readonly string[] =>
  [...drawn.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) rg/g)].map(([, ...parts]) =>
    parts.map((part) => Number(part).toFixed(1)).join(' '),
  )
