/** Closes by a key that sends at once: the usual close, with its result shown in the list of orders sent by keys. */
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { ActionRecord } from '../../contract/action.ts'
import type { Price } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import type { SubmittedManually } from '../../contract/safety-locks.ts'
import { useMarketData } from '../market-data/index.ts'
import { CloseProgressLine, type CloseState, closeProtectionNow } from '../positions/index.ts'
import { useAccount, useAssets, useCloseDistances } from '../queries/index.ts'
import { intentText, type Permission, stateLine } from '../trade-forms/index.ts'
import { closingOf, enterClosing, type HeldMarket, isClosing } from './closing.ts'
import { saySent } from './keys-badge.tsx'
import type { SizeQuestion } from './preview-action-line.ts'
import styles from './preview-line.module.css'

type SeenActions = readonly Pick<ActionRecord, 'id'>[]

/** Closes sent by keys that no list shows yet. Until one does, no partial size is calculated: the position is still the one before the close. */
export class SentCloses {
  /** Action id by asset; null until main has accepted it. */
  readonly #unseen = new Map<string, string | null>()

  began(asset: string): void {
    this.#unseen.set(asset, null)
  }

  taken(asset: string, id: string, actions: SeenActions): void {
    this.#unseen.set(asset, id)
    this.update(actions)
  }

  refused(asset: string): void {
    this.#unseen.delete(asset)
  }

  /** Takes the current list of actions. A close that was in it once is followed by its state, and may leave the list, which is limited. */
  update(actions: SeenActions): void {
    for (const [asset, unseen] of this.#unseen) {
      if (actions.some(({ id }) => id === unseen)) this.#unseen.delete(asset)
    }
  }

  isUnseen(asset: string): boolean {
    return this.#unseen.has(asset)
  }
}

interface CloseNow {
  readonly market: HeldMarket | null | undefined
  readonly tickSize: Price | null
  readonly permission: Permission
  readonly submit: (intent: Intent, by: SubmittedManually) => Promise<{ readonly actionId: string }>
  readonly refuse: (text: string) => void
}

const NO_ACTIONS: readonly ActionRecord[] = []

export function useCloseNow({ market, tickSize, permission, submit, refuse }: CloseNow) {
  const { store } = useMarketData()
  const closes = useCloseDistances()
  const account = useAccount().data ?? null
  const assets = useAssets()
  /** What a key sent, by asset: until its action shows, another key press must not calculate a part of the same position. */
  const [sent] = useState(() => new SentCloses())
  useEffect(() => store.subscribe({ kind: 'actions' }, (actions) => sent.update(actions)), [store, sent])
  return useCallback(
    (_ref: MarketRef, much: SizeQuestion): void => {
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
        refuse(does.text)
        return
      }
      const text = intentText(does.intent, [], assets)
      sent.began(asset)
      submit(does.intent, { kind: 'keys', mode: 'at_once' }).then(
        ({ actionId }) => {
          sent.taken(asset, actionId, store.read({ kind: 'actions' }) ?? NO_ACTIONS)
          saySent(text, actionId)
        },
        () => sent.refused(asset),
      )
    },
    [market, tickSize, permission, account, assets, closes, store, sent, submit, refuse],
  )
}

interface ClosedSoFarProps {
  readonly state: CloseState
  /** Undefined before it shows. */
  readonly action: ActionRecord | undefined
}

/** The result of a close by line or key: its progress, the button to stop it, and why it closed nothing. */
export function ClosedSoFar({ state: { failure, progress }, action }: ClosedSoFarProps): ReactNode {
  const assets = useAssets()
  if (failure !== null) {
    return (
      <p className={`${styles.said} ${styles.bad}`} role="alert">
        {failure}
      </p>
    )
  }
  if (progress !== null) return <CloseProgressLine {...progress} />
  return (
    <p className={styles.said} role="status">
      {action === undefined ? 'Sending…' : stateLine(action, assets)}
    </p>
  )
}
