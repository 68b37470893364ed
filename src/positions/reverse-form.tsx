/** Reverses a position to its other side: shows what will be done, at what worst price, and does it by one click. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Position } from '../../contract/account.ts'
import { absolute, type Price, type Size, signOf, trimZeros } from '../../contract/decimal.ts'
import type { CloseIntent } from '../../contract/intent.ts'
import type { Side, Ticker } from '../../contract/market.ts'
import { type CloseDistance, closeProtectionFrom, worstAt } from '../../contract/protection.ts'
import { referencePrice } from '../../contract/reference-price.ts'
import type { ReversalState, ReversalView } from '../../contract/reversal.ts'
import { errorText, useCall } from '../bridge/index.ts'
import { bothPrices } from '../format/index.ts'
import { useMarketData, useTopicValue } from '../market-data/index.ts'
import { type LineParts, type Naming, PLAIN_NAMES, parts } from '../trade-forms/index.ts'
import { Button, ignoreRepeat, rowForm, useEscape } from '../ui/index.ts'

/** The request of a reversal: the close of the whole shown position, and the worst opening price of the other side. */
export interface ReversalDraft {
  readonly side: Side
  readonly close: CloseIntent
  readonly worst: Price
}

/** Null while there is no live reference price. @param ticker undefined where there is none */
export function reversalDraft(
  { asset, family, size }: Pick<Position, 'asset' | 'family' | 'size'>,
  ticker: Ticker | undefined,
  { tickSize, distance }: { readonly tickSize: Price | null; readonly distance: CloseDistance },
): ReversalDraft | null {
  const isLong = signOf(size) > 0
  const side = isLong ? 'sell' : 'buy'
  const reference = ticker === undefined || ticker.stale ? null : referencePrice(family, side, ticker)
  if (reference === null) return null
  const terms = { family, side, tickSize } as const
  return {
    side,
    close: {
      ...{ kind: 'close', asset, position: isLong ? 'long' : 'short', size: null },
      protection: closeProtectionFrom(reference, distance, terms),
    },
    worst: worstAt(reference, distance.distance, terms),
  }
}

interface ReverseFormProps {
  readonly position: Pick<Position, 'asset' | 'family' | 'size'>
  readonly name: string
  readonly tickSize: Price | null
  readonly distance: CloseDistance
  /** The current result of closing all of it, as text; null while unknown. */
  readonly result: string | null
  /** It was requested, or canceled. */
  readonly onEnd: () => void
}

export function ReverseForm({ position, name, tickSize, distance, result, onEnd }: ReverseFormProps): ReactNode {
  const { asset, size } = position
  const call = useCall()
  const { store } = useMarketData()
  const [state, setState] = useState<{ readonly sending: boolean; readonly failure: string | null }>(IDLE)
  // Clicks before the answer repeat the same request under the same id.
  const request = useRef<string | null>(null)
  const send = useRef<HTMLButtonElement>(null)
  const isLong = signOf(size) > 0
  const much = trimZeros(absolute(size))
  const terms = { tickSize, distance }
  const worst =
    useTopicValue({ kind: 'ticker', asset }, (ticker) => reversalDraft(position, ticker, terms)?.worst ?? null) ?? null
  useEscape('preview', true, onEnd)
  // The menu that opened it first returns the focus to its button.
  useEffect(() => {
    const frame = requestAnimationFrame(() => send.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  const go = (): void => {
    const requested = reversalDraft(position, store.read({ kind: 'ticker', asset }), terms)
    if (requested === null || state.sending) return
    request.current ??= crypto.randomUUID()
    setState({ sending: true, failure: null })
    call('reversePosition', { requestId: request.current, close: requested.close, worst: requested.worst })
      .then(onEnd, (error: unknown) => {
        request.current = null
        setState({ sending: false, failure: errorText(error) })
      })
      .catch(() => undefined)
  }
  const texts = isLong ? LONG : SHORT
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own
    <div className={rowForm.form} role="group" aria-label={`Reverse ${name}`}>
      <p className={rowForm.prose}>
        {texts.close(much, result)} {texts.open(much, worst === null ? null : bothPrices(worst))} If the close only
        partially fills, nothing is opened.
        {worst === null && <strong> No live price now.</strong>}
        {state.failure !== null && (
          <span role="alert" className={rowForm.failure}>
            {' '}
            {state.failure}
          </span>
        )}
      </p>
      <span className={rowForm.buttons}>
        <Button
          ref={send}
          size="small"
          variant="danger"
          aria-busy={state.sending}
          disabled={worst === null}
          onKeyDown={ignoreRepeat}
          onClick={go}
        >
          {state.sending ? 'Checking…' : texts.send(much)}
        </Button>
        <Button size="small" onClick={onEnd}>
          Cancel
        </Button>
      </span>
    </div>
  )
}

const IDLE = { sending: false, failure: null } as const

const STATE_TEXTS: Readonly<Record<ReversalState, string>> = {
  closing: 'closing',
  opening: 'opening',
  reversed: 'reversed',
  closed: 'closed only',
  partly: 'stopped',
  kept: 'not reversed',
}

/** The state of a reversal in a sentence. */
export const REVERSAL_TEXTS: Readonly<Record<ReversalState, string>> = {
  closing: 'Closing.',
  opening: 'Opening.',
  reversed: 'Reversed.',
  closed: 'Closed only.',
  partly: 'Stopped.',
  kept: 'Not reversed.',
}

/** The label of a reversal's state. */
export const reversalStateLabel = ({ state }: Pick<ReversalView, 'state'>): string => STATE_TEXTS[state]

/** Its tone; the label expresses it too. */
export function reversalTone({ state }: Pick<ReversalView, 'state'>): 'good' | 'bad' | 'waiting' | 'neutral' {
  if (state === 'reversed') return 'good'
  return state === 'closing' || state === 'opening' ? 'neutral' : 'bad'
}

/** `Reverse long 40`, the market, the closed and the opened size. */
export function reversalParts(
  { asset, size, closed, opened }: ReversalView,
  names: Naming = PLAIN_NAMES,
  averages: { readonly closed: string | null; readonly opened: string | null } = { closed: null, opened: null },
): LineParts {
  const texts = signOf(size) > 0 ? LONG : SHORT
  const priced = (done: Size, at: string | null): string =>
    at === null ? trimZeros(done) : `${trimZeros(done)} at ${at}`
  const done = [
    ...(closed === null ? [] : [`closed ${priced(closed, averages.closed)}`]),
    ...(opened === null || signOf(opened) === 0 ? [] : [texts.opened(priced(opened, averages.opened))]),
  ]
  return parts(texts.reverse(trimZeros(absolute(size))), names.asset(asset), 'at market', done.join(', '))
}

interface ReversalTexts {
  readonly reverse: (size: string) => string
  readonly opened: (size: string) => string
  readonly send: (size: string) => string
  /** @param result `at ~553.10, P&L + 12.40 USDC`; null while unknown */
  readonly close: (size: string, result: string | null) => string
  /** @param worst null while there is no price */
  readonly open: (size: string, worst: string | null) => string
}

/** Of a long or a short position that is reversed. */
const LONG: ReversalTexts = {
  reverse: (size) => `Reverse long ${size}`,
  opened: (size) => `opened short ${size}`,
  send: (size) => `Reverse to short ${size}`,
  close: (size, result) => (result === null ? `Sell ${size} to close.` : `Sell ${size} to close ${result}.`),
  open: (size, worst) =>
    worst === null
      ? `Then sell ${size} to open short ${size}.`
      : `Then sell ${size} to open short ${size}, at ${worst} or better, or not at all.`,
}
const SHORT: ReversalTexts = {
  reverse: (size) => `Reverse short ${size}`,
  opened: (size) => `opened long ${size}`,
  send: (size) => `Reverse to long ${size}`,
  close: (size, result) => (result === null ? `Buy ${size} to close.` : `Buy ${size} to close ${result}.`),
  open: (size, worst) =>
    worst === null
      ? `Then buy ${size} to open long ${size}.`
      : `Then buy ${size} to open long ${size}, at ${worst} or better, or not at all.`,
}
