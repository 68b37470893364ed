/** Closes by a key that sends at once: the same close as everywhere, and what became of it is said where what keys sent is said. */
import { useCallback, useEffect, useState } from 'react'
import type { ActionRecord } from '../../contract/action.ts'
import type { SubmittedByHand } from '../../contract/catches.ts'
import type { Price } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { useMarketData } from '../market-data/index.ts'
import { closeProtectionNow } from '../positions/index.ts'
import { useAccount, useAssets, useCloseDistances } from '../queries/index.ts'
import { intentText, type Permission } from '../trade-forms/index.ts'
import { closingOf, enterClosing, type HeldMarket, isClosing } from './closing.ts'
import { saySent } from './key-labels.ts'
import type { HowMuch } from './preview-action-line.ts'
import { SentCloses } from './sent-closes.ts'

interface CloseNow {
  readonly market: HeldMarket | null | undefined
  readonly tickSize: Price | null
  readonly permission: Permission
  readonly submit: (intent: Intent, by: SubmittedByHand) => Promise<{ readonly actionId: string }>
  readonly refuse: (words: string) => void
}

const NO_ACTIONS: readonly ActionRecord[] = []

export function useCloseNow({ market, tickSize, permission, submit, refuse }: CloseNow) {
  const { store } = useMarketData()
  const closes = useCloseDistances()
  const account = useAccount().data ?? null
  const assets = useAssets()
  /** By asset, what a key sent: until its action shows, another press must not count a part of what that closes. */
  const [sent] = useState(() => new SentCloses())
  useEffect(() => store.subscribe({ kind: 'actions' }, (actions) => sent.told(actions)), [store, sent])
  return useCallback(
    (_ref: MarketRef, much: HowMuch): void => {
      const { closing, why } = closingOf(much, market ?? { asset: null, sizeDecimals: null }, account)
      if (closing === null) {
        refuse(`${why}.`)
        return
      }
      const { position } = closing
      const { asset, family } = position
      const actions = store.read({ kind: 'actions' }) ?? NO_ACTIONS
      const terms = { tickSize, distance: closes[family] }
      const does = enterClosing(closing, {
        ...{ now: position, permission, duplicate: null, question: null },
        protection: closeProtectionNow(position, store.read({ kind: 'ticker', asset }), terms),
        isUnderWay: sent.isUnseen(asset) || isClosing(actions, asset, account?.readAt ?? null),
      })
      if (does.does !== 'send') {
        refuse(does.words)
        return
      }
      const words = intentText(does.intent, [], assets)
      sent.began(asset)
      submit(does.intent, { kind: 'keys', mode: 'at_once' }).then(
        ({ actionId }) => {
          sent.taken(asset, actionId, store.read({ kind: 'actions' }) ?? NO_ACTIONS)
          saySent(words, actionId)
        },
        () => sent.refused(asset),
      )
    },
    [market, tickSize, permission, account, assets, closes, store, sent, submit, refuse],
  )
}
