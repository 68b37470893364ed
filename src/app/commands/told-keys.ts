/** The keys that are no commands, by where they hold: each list is the one by which they are handled. */
import type { ToldGroup } from '../../commands/index.ts'
import { ORDERS_KEYS, PREVIEW_KEYS } from '../../quick-order/index.ts'
import { ANYWHERE_KEYS, DIALOG_KEYS, FILTER_KEYS, HEAD_KEYS, ROW_KEYS, type ToldKey } from '../../ui/index.ts'
import { PANELS, TAB_KEYS } from '../docking/index.ts'

/** By `src/ui/escape.ts`. */
const ESCAPE_KEYS: readonly ToldKey[] = [
  {
    act: 'end',
    keys: ['Escape'],
    does: 'End the innermost thing: preview, drag, estimate, field; then disarm one-click and trading keys',
  },
]

export const TOLD_KEYS: readonly ToldGroup[] = [
  { heading: 'Anywhere', keys: ESCAPE_KEYS },
  { heading: 'In a table', keys: ANYWHERE_KEYS },
  { heading: 'On a row of a table', keys: ROW_KEYS },
  { heading: 'On the head of a column', keys: HEAD_KEYS },
  { heading: 'In the filter of a table', keys: FILTER_KEYS },
  ...PANELS.flatMap((kind) => ('keys' in kind ? [{ heading: `In the panel ${kind.title}`, keys: kind.keys }] : [])),
  { heading: 'On the tab of a panel', keys: TAB_KEYS },
  { heading: 'In the preview of an order', keys: PREVIEW_KEYS },
  { heading: 'Going through your orders', keys: ORDERS_KEYS },
  { heading: 'In a dialog or a menu', keys: DIALOG_KEYS },
]
