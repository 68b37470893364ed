/** The keys in the sheet that are no commands: those of tables, tabs and dialogs. Pure. */
import type { ToldKey } from '../ui/index.ts'
import { matchOf } from './fuzzy.ts'
import { keyText } from './keys.ts'

/** Keys that hold in one place. */
export interface ToldGroup {
  readonly heading: string
  readonly keys: readonly ToldKey[]
}

/** What the sheet lists of them for what was typed; everything where nothing was. */
export const toldFor = (groups: readonly ToldGroup[], query: string): readonly ToldGroup[] =>
  groups
    .map(({ heading, keys }) => ({
      heading,
      keys: keys.filter(({ does }) => matchOf(query, `${does} ${heading}`) !== null),
    }))
    .filter(({ keys }) => keys.length > 0)

const CODES: Readonly<Record<string, string>> = { ' ': 'Space', '/': 'Slash' }

/** Its keys as they are written on screen. */
export const toldTexts = ({ keys, mod, alt, shift }: ToldKey, isMac: boolean): readonly string[] =>
  keys.map((key) =>
    keyText(
      {
        code: CODES[key] ?? (key.length === 1 ? `Key${key.toUpperCase()}` : key),
        mod: mod === true,
        alt: alt === true,
        shift: shift === true,
      },
      isMac,
    ),
  )
