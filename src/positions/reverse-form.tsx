/** Turns a position to its other side: says what will be done, at what worst price, and does it by one press. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Position } from '../../contract/account.ts'
import { absolute, type Price, signOf, trimZeros } from '../../contract/decimal.ts'
import type { CloseDistance } from '../../contract/protection.ts'
import { useCall, wordsOf } from '../bridge/index.ts'
import { bothPrices } from '../format/index.ts'
import { useMarketData, useTopicValue } from '../market-data/index.ts'
import { Button, rowForm, useEscape } from '../ui/index.ts'
import { reversalAsked } from './reversal-asked.ts'

interface ReverseFormProps {
  readonly position: Pick<Position, 'asset' | 'family' | 'size'>
  readonly name: string
  readonly tickSize: Price | null
  readonly distance: CloseDistance
  /** What closing all of it comes to now, in words; null while that is not known. */
  readonly result: string | null
  /** It was asked for, or left. */
  readonly onEnd: () => void
}

export function ReverseForm({ position, name, tickSize, distance, result, onEnd }: ReverseFormProps): ReactNode {
  const { asset, size } = position
  const call = useCall()
  const { store } = useMarketData()
  const [state, setState] = useState<{ readonly sending: boolean; readonly failure: string | null }>(IDLE)
  // Presses before the answer ask for the same thing under the same id.
  const request = useRef<string | null>(null)
  const send = useRef<HTMLButtonElement>(null)
  const isLong = signOf(size) > 0
  const side = isLong ? 'sell' : 'buy'
  const much = trimZeros(absolute(size))
  const terms = { tickSize, distance }
  const worst =
    useTopicValue({ kind: 'ticker', asset }, (ticker) => reversalAsked(position, ticker, terms)?.worst ?? null) ?? null
  useEscape('preview', true, onEnd)
  // The menu that opened it gives the focus back to its button first.
  useEffect(() => {
    const frame = requestAnimationFrame(() => send.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  const go = (): void => {
    const asked = reversalAsked(position, store.read({ kind: 'ticker', asset }), terms)
    if (asked === null || state.sending) return
    request.current ??= crypto.randomUUID()
    setState({ sending: true, failure: null })
    call('reversePosition', { requestId: request.current, close: asked.close, worst: asked.worst })
      .then(onEnd, (error: unknown) => {
        request.current = null
        setState({ sending: false, failure: wordsOf(error) })
      })
      .catch(() => undefined)
  }
  const other = isLong ? 'short' : 'long'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own
    <div className={rowForm.form} role="group" aria-label={`Reverse ${name}`}>
      <p className={rowForm.words}>
        {isLong ? 'Sell' : 'Buy'} {much} to close{result === null ? '' : ` ${result}`}; then {side} {much} to open{' '}
        {other} {much}
        {worst === null ? '' : `, at ${bothPrices(worst)} or better, or not at all`}. A close that fills in part opens
        nothing.
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
          onKeyDown={(event: KeyboardEvent) => {
            if (event.repeat) event.preventDefault()
          }}
          onClick={go}
        >
          {state.sending ? 'Checking…' : `Reverse to ${other} ${much}`}
        </Button>
        <Button size="small" onClick={onEnd}>
          Keep
        </Button>
      </span>
    </div>
  )
}

const IDLE = { sending: false, failure: null } as const
