/** Parses the guide of the docs into what a window shows: sections of paragraphs, lists, a table, pictures. Pure. */

/** A span of a line. */
export interface GuideSpan {
  readonly kind: 'plain' | 'strong' | 'written' | 'code'
  readonly text: string
}

export type Block =
  | { readonly kind: 'paragraph'; readonly pieces: readonly GuideSpan[] }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly (readonly GuideSpan[])[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly GuideSpan[])[])[] }
  | { readonly kind: 'picture'; readonly file: string; readonly text: string }

export interface GuideSection {
  readonly title: string
  readonly blocks: readonly Block[]
}

/** @param page Markdown, limited to what the guide uses. Links to other pages keep only their text. */
export function guideSections(page: string): readonly GuideSection[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...rest] = part.split('\n')
      const blocks = rest.join('\n').split(/\n{2,}/)
      return {
        title: title.trim(),
        blocks: blocks.filter((text) => text.trim() !== '').map((text) => blockOf(text.trim())),
      }
    })
}

function blockOf(text: string): Block {
  const picture = /^!\[([^\]]*)\]\(([^)]+)\)$/.exec(text)
  if (picture !== null) return { kind: 'picture', text: picture[1] ?? '', file: picture[2] ?? '' }
  if (text.startsWith('### ')) return { kind: 'heading', text: text.slice(4) }
  const lines = text.split('\n')
  if (text.startsWith('|')) {
    const rows = lines.filter((line) => !/^\|[-|: ]+\|$/.test(line))
    return {
      kind: 'table',
      rows: rows.map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => piecesOf(cell.trim())),
      ),
    }
  }
  const isNumbered = /^\d+\. /.test(text)
  if (!isNumbered && !text.startsWith('- ')) return { kind: 'paragraph', pieces: piecesOf(joined(lines)) }
  const items = text.split(isNumbered ? /^\d+\. /m : /^- /m).slice(1)
  return { kind: 'list', isNumbered, items: items.map((item) => piecesOf(joined(item.split('\n')))) }
}

const joined = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .join(' ')
    .trim()

const PIECE = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`/g

/** Bold, italic and code spans, and the text between them. */
function piecesOf(text: string): readonly GuideSpan[] {
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  const pieces: GuideSpan[] = []
  let at = 0
  for (const match of plain.matchAll(PIECE)) {
    if (match.index > at) pieces.push({ kind: 'plain', text: plain.slice(at, match.index) })
    const [whole, strong, written, code] = match
    if (strong !== undefined) pieces.push({ kind: 'strong', text: strong })
    else if (written !== undefined) pieces.push({ kind: 'written', text: written })
    else pieces.push({ kind: 'code', text: code ?? '' })
    at = match.index + whole.length
  }
  if (at < plain.length) pieces.push({ kind: 'plain', text: plain.slice(at) })
  return pieces
}
