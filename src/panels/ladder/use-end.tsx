/** Ending what the trader has in a row: orders are canceled at once; a stop or a target asks first, as what it protects stands without it then. */
import { type ReactNode, useState } from 'react'
import type { Order } from '../../../contract/account.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import type { PriceView } from '../../markets/family/index.ts'
import { ContextMenu, type MenuEntry } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'
import { thingText } from './own-text.ts'
import { exitsOf, type OwnExit, type OwnTag, ordersOf } from './own-things.ts'

interface Place {
  readonly x: number
  readonly y: number
}

interface EndTerms {
  /** The stops and targets that are held in the market now. */
  readonly exits: readonly OwnExit[]
  readonly view: Pick<PriceView, 'named'>
  readonly cancel: (orders: readonly Order[]) => void
  readonly say: (words: string | null) => void
}

interface Asked {
  readonly ids: readonly string[]
  readonly at: Place
}

export function useEnd({
  exits,
  view,
  cancel,
  say,
}: EndTerms): readonly [end: (tags: readonly OwnTag[], at: Place) => void, menu: ReactNode] {
  const call = useCall()
  const [asked, ask] = useState<Asked | null>(null)
  const named = exits.filter(({ id }) => asked?.ids.includes(id) === true)
  // It does not come back with what it was about.
  if (asked !== null && named.length === 0) ask(null)
  const end = (tags: readonly OwnTag[], at: Place): void => {
    const orders = tags.flatMap(ordersOf)
    const ids = tags.flatMap(exitsOf).map(({ id }) => id)
    if (orders.length > 0) cancel(orders)
    if (ids.length > 0) ask({ ids, at })
  }
  const entries = named.map((exit): MenuEntry => {
    const words = thingText(exit).replace(/^./, (first) => first.toLowerCase())
    return {
      id: exit.id,
      label: `Cancel ${words} at ${view.named(exit.price)}`,
      onAction() {
        say(null)
        call('cancelConditional', { id: exit.id }).catch((error: unknown) => say(wordsOf(error)))
      },
    }
  })
  const menu = (
    <ContextMenu
      label={MESSAGES.held}
      at={named.length === 0 ? null : (asked?.at ?? null)}
      onClose={() => ask(null)}
      entries={entries}
    />
  )
  return [end, menu]
}
