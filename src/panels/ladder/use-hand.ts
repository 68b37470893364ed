/** What a press in a row leads to: an order while one-click is armed, else a filled ticket. */
import { useCallback, useState } from 'react'
import type { TimeInForce } from '../../../contract/account.ts'
import type { ActionRecord } from '../../../contract/action.ts'
import type { Decimal, Size } from '../../../contract/decimal.ts'
import { addsExposure } from '../../../contract/order-asked-for.ts'
import { type Freshness, useMarketData } from '../../market-data/index.ts'
import type { LadderFacts, MarketLadder } from '../../markets/ladder/index.ts'
import { type Sender, useFollowedAction, useShown, useSubmission } from '../../trade-forms/index.ts'
import { useSteady } from '../../ui/index.ts'
import { usePanel, useTakeOrder } from '../../workspace/index.ts'
import type { Seen } from './press.ts'

export interface Hand {
  readonly sender: Sender
  /** What the last order became; undefined before it shows. */
  readonly action: ActionRecord | undefined
  /** Why the last press led to nothing, in words; null while there is nothing to say. */
  readonly words: string | null
  readonly say: (words: string | null) => void
  /** @param clicks `event.detail` of the click */
  readonly press: (seen: Seen, clicks: number) => void
}

interface HandTerms {
  /** Names the market: what was said of a press in one is not said of another. */
  readonly market: string
  readonly ladder: MarketLadder
  readonly facts: LadderFacts
  readonly size: Decimal
  readonly tif: TimeInForce
  readonly isArmed: boolean
  readonly freshness: Freshness
}

/** Why nothing that adds exposure goes out from prices of this age. */
export const staleWords = ({ words }: Pick<Freshness, 'words'>): string =>
  `Prices are ${words}: nothing was sent. An order from them may trade at another price than the row shows; cancels still go.`

interface Said {
  readonly market: string
  readonly words: string | null
}

/** What stands to be said in a market. Pure. */
export const wordsIn = (said: Said, market: string): string | null => (said.market === market ? said.words : null)

export function useHand({ market, ladder, facts, size, tif, isArmed, freshness }: HandTerms): Hand {
  const { id } = usePanel()
  const { store } = useMarketData()
  const sender = useSubmission({ kind: 'one_click', panel: id })
  const action = useFollowedAction(sender.submission)
  const shownOf = useShown()
  const take = useTakeOrder()
  const [said, setSaid] = useState<Said>({ market, words: null })
  const say = useCallback((words: string | null) => setSaid({ market, words }), [market])
  const press = useSteady(({ price, side, asset }: Seen, clicks: number) => {
    const order = ladder.orderOf({ side, price, size, tif }, facts)
    if ('refusal' in order) {
      say(order.refusal)
      return
    }
    if (!isArmed) {
      say(null)
      take({ side, price, size: size as Size, tif })
      return
    }
    if (freshness.stale && addsExposure(order.intent)) {
      say(staleWords(freshness))
      return
    }
    if (sender.submission.state === 'sending') {
      if (clicks > 1) return
      say('The order before is still being taken. Press again once it stands below.')
      return
    }
    say(null)
    const ticker = store.read({ kind: 'ticker', asset })
    sender.press(order.intent, clicks, shownOf({ worst: price, mark: ticker?.mark, mid: ticker?.mid }))
  })
  return { sender, action, words: wordsIn(said, market), say, press }
}
