/**
 * Links into the terminal, `isotherm://market/scalar/live`, `isotherm://panel/alerts`, `isotherm://workspace/Day`: anybody may put one into a page or
 * a mail. A link only opens a view: it cannot express an order, a command or a setting. Pure.
 */

import type { WindowAsk } from '../../contract/desktop.ts'
import { parseRefText } from '../../contract/market-ref.ts'
import { LONGEST_NAME } from '../../contract/workspace-names.ts'

export const SCHEME = 'isotherm'

/** What a link may show. */
export type LinkedView = Extract<WindowAsk, { readonly kind: 'market' | 'panel' | 'workspace' }>

/** Longer texts are not links. */
export const LONGEST_LINK = 300

/** As the system passes it: the scheme in any case, possibly a trailing slash. Nothing after `?` or `#`, no user, no port. */
const SHAPE = /^isotherm:\/\/(market|panel|workspace)\/([^?#\\]{1,280}?)\/?$/i

/** The view that a link opens; null for a text that is not a link. */
export function parseLink(text: string): LinkedView | null {
  if (text.length > LONGEST_LINK || /[^\x21-\x7e]/.test(text)) return null
  const [, kind, rest] = SHAPE.exec(text) ?? []
  if (kind === undefined || rest === undefined) return null
  switch (kind.toLowerCase()) {
    case 'market': {
      const market = parseRefText(rest)
      return market === null || !isPlain('asset' in market ? market.asset : '') ? null : { kind: 'market', market }
    }
    case 'panel':
      return /^[a-z][a-z-]{0,39}$/.test(rest) ? { kind: 'panel', panel: rest } : null
    default: {
      const name = rest.includes('/') ? null : decoded(rest)
      if (name === null || name.length > LONGEST_NAME || name.trim() !== name || name === '' || !isPlain(name))
        return null
      return { kind: 'workspace', name }
    }
  }
}

const isPlain = (text: string): boolean => !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text)

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
