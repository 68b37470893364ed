/**
 * The order that Enter would send, over the foot of the window, while it has the focus: arrows change price and size, digits choose a size, Esc
 * drops it. What loses the focus is dropped, so that no Enter meant for something else sends it.
 */

import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Price, trimZeros } from '../../contract/decimal.ts'
import { fullTitleOf } from '../../contract/instrument.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { priceWords, useFormat } from '../format/index.ts'
import { useMarketData } from '../market-data/index.ts'
import type { PriceView } from '../markets/family/index.ts'
import { FollowLine } from '../orders/index.ts'
import { useSettings } from '../queries/index.ts'
import { duplicateOf, duplicateWords, sideWord, throughBest, useSubmission } from '../trade-forms/index.ts'
import { Button, classNames, MoreWords, useEscape } from '../ui/index.ts'
import { bracketOf } from './bracket.ts'
import { exitWords } from './bracket-line.ts'
import { lineView } from './line-view.ts'
import { byOf, changed, type Enter, enter, type Preview, priced } from './preview.ts'
import { changeOf } from './preview-keys.ts'
import styles from './preview-line.module.css'
import { changePreview, dropPreview, usePreview } from './preview-store.ts'
import { useExitsAhead } from './use-exits-ahead.ts'
import { useHand } from './use-hand.ts'

/** What became of what was sent is shown for so long; Activity has it for good. */
const SHOWN_MS = 8000

export function PreviewLine(): ReactNode {
  const preview = usePreview((state) => state.preview)
  return preview === null ? null : <Line key={preview.id} preview={preview} />
}

function Line({ preview }: { readonly preview: Preview }): ReactNode {
  const { clock } = useMarketData()
  const format = useFormat()
  const { view, instrument, hand, quotes, mark, permission, freshness, actions } = useHand(preview.market)
  const { family } = preview.market
  const { ahead, prepare, asks } = useExitsAhead(family)
  const sender = useSubmission(byOf(preview.origin), ahead)
  const [said, setSaid] = useState<Enter | null>(null)
  const box = useRef<HTMLElement>(null)
  const back = useRef<Element | null>(null)
  /** The focus leaves with the press that sends, before anything renders. */
  const sent = useRef(false)
  const isSent = sender.submission.state !== 'idle'
  const { id, order } = preview

  useEffect(() => {
    if (instrument === null || hand === null) return
    const next = priced(preview, { instrument, quotes, hand })
    if (next !== preview) changePreview(id, () => next)
  })
  useEffect(() => {
    back.current = document.activeElement
    box.current?.focus()
  }, [])
  const { dismiss } = sender
  const { state } = sender.submission
  // Nothing went: its exits would end before the market does, and the next Enter takes them all the same.
  useEffect(() => {
    if (state !== 'failed' || asks === null) return
    dismiss()
    sent.current = false
    const { activeElement } = document
    // Only where the focus is as the line left it: an Enter that is typed elsewhere by now is for something else.
    if (activeElement === back.current || activeElement === document.body) box.current?.focus()
  }, [state, asks, dismiss])
  const isAccepted = sender.submission.state === 'accepted'
  useEffect(() => (isAccepted ? clock.after(SHOWN_MS, dropPreview) : undefined), [isAccepted, clock])
  useEscape('preview', true, () => {
    leave()
    dropPreview()
  })

  /** Gives the focus back to where it was. */
  const leave = (): void => {
    if (back.current instanceof HTMLElement && back.current.isConnected) back.current.focus()
  }
  const plain = hand === null || order === null ? { intent: null, issue: null, figures: [] } : hand.plan(order)
  const bracket =
    order === null || hand === null || instrument === null || plain.intent === null || preview.asked.exits === null
      ? null
      : bracketOf(preview.asked.exits, { order, intent: plain.intent, instrument, hand, mark })
  const plan =
    bracket === null
      ? plain
      : 'issue' in bracket
        ? { ...plain, intent: null, issue: bracket.issue }
        : { ...plain, figures: [...plain.figures, ...bracket.figures] }
  const settings = useSettings() ?? DEFAULT_SETTINGS
  const through =
    order === null || quotes === null || order.tif === 'ALO'
      ? null
      : throughBest(order.side, order.price, {
          ...{ family, prices: quotes },
          most: family === 'scalar' ? settings.throughDegrees : settings.throughCents,
        })
  const press = (): void => {
    const now = clock.now()
    const earlier = plan.intent === null ? null : duplicateOf(plan.intent, actions, now)
    const does = enter(preview, {
      plan,
      asset: instrument?.asset ?? null,
      permission,
      stale: freshness.stale ? freshness.words : null,
      far: through?.isFar === true ? through.words : null,
      duplicate: earlier === null ? null : duplicateWords(earlier, now),
    })
    setSaid(does)
    if (does.does === 'ask') changePreview(id, (one) => ({ ...one, question: does.key }))
    if (does.does !== 'send') return
    sent.current = true
    const asset = instrument?.asset ?? null
    prepare(bracket === null || 'issue' in bracket || asset === null ? null : { asset, terms: bracket.terms })
    sender.press(does.intent, 0)
    leave()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || isSent) return
    if (event.key === 'Enter') {
      if (event.target !== box.current) return
      event.preventDefault()
      if (!event.repeat) press()
      return
    }
    const change = instrument === null ? null : changeOf(event, instrument.ref)
    if (change === null) return
    event.preventDefault()
    setSaid(null)
    changePreview(id, (one) => changed(one, change, instrument?.tick ?? null))
  }
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    if (sent.current || (relatedTarget instanceof Node && box.current?.contains(relatedTarget) === true)) return
    dropPreview()
  }
  const again = asks === null ? null : `${asks} Enter again sends it all the same.`
  const words = preview.issue ?? (said === null || said.does === 'send' ? (plan.issue ?? again) : said.words)
  const priceView = instrument === null ? null : lineView(instrument, format)
  return (
    <section
      ref={box}
      className={styles.preview}
      aria-label="Preview of an order"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys by which the order is changed and sent
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <p className={styles.what}>
        <strong className={order === null ? undefined : styles[order.side]}>
          {sideWord(preview.asked.side)} {trimZeros(order?.size ?? preview.asked.size)} {hand?.unit}
        </strong>
        <span className={styles.market}>{view === undefined ? '' : fullTitleOf(view)}</span>
        {order !== null && priceView !== null && (
          <span className={styles.price}>
            {priceWords(order.price)}
            <small>{priceView.second(order.price)}</small>
          </span>
        )}
        <span className={styles.terms}>
          {termsOf(preview)}
          {bracket !== null &&
            !('issue' in bracket) &&
            exitWords(bracket, {
              price: (price) => bothWords(price, priceView),
              percent: (percent) => `${trimZeros(percent)} %`,
            })}
        </span>
      </p>
      <dl className={styles.figures}>
        {plan.figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isSent ? (
        <FollowLine sender={sender} />
      ) : (
        <p
          className={classNames(styles.said, words !== null && styles.bad)}
          role={words === null ? undefined : 'alert'}
        >
          {words ??
            (order === null
              ? 'Waiting for prices…'
              : `Enter sends. ↑ ↓ price, ← → size, 1–9 sizes. Esc drops it.${bracket === null ? '' : ` ${HELD_HERE}`}`)}
          {said?.does === 'ask' && words === said.words && <MoreWords rest={said.rest} />}
        </p>
      )}
      {isSent && (
        <Button size="small" className={styles.close} onClick={dropPreview}>
          Close
        </Button>
      )}
    </section>
  )
}

const HELD_HERE = 'Stop and targets are held by this terminal: they work only while it runs.'

/** A price in its market's unit, and in the other one behind it. */
function bothWords(price: Price, view: PriceView | null): string {
  const second = view?.second(price) ?? null
  return second === null ? priceWords(price) : `${priceWords(price)} (${second})`
}

const TIF_WORDS = { GTC: 'rests until cancelled', ALO: 'post only', IOC: 'at once or not at all' } as const

const termsOf = ({ asked: { tif, reduceOnly } }: Preview): string =>
  `${TIF_WORDS[tif]}${reduceOnly ? ', reduce-only' : ''}`
