/** A stop at break-even by one click: first shows which stop is moved, or where one is set. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { type Price, placesOf } from '../../../contract/decimal.ts'
import { besideHeld, FAMILY_RULES, sideHeld } from '../../../contract/family-rules.ts'
import { errorText, TerminalFailure, useCall } from '../../bridge/index.ts'
import { priceBeside } from '../../format/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { breakEvenOf, breakEvenOff, breakEvenWork } from '../../positions/index.ts'
import { useFees } from '../../queries/index.ts'
import { Button, useEscape } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'
import { priceOf } from './position-figures.ts'
import type { OpenLine } from './position-lines.ts'
import styles from './positions.module.css'

interface BreakEvenFormProps {
  readonly line: OpenLine
  readonly mark: Price | null
  readonly onEnd: () => void
}

const NONE_HELD: readonly ConditionalView[] = []

export function BreakEvenForm({ line, mark, onEnd }: BreakEvenFormProps): ReactNode {
  const { position, spec, distance } = line
  const { asset, family } = position
  const call = useCall()
  const held = useTopic({ kind: 'conditionals' }) ?? NONE_HELD
  const price = breakEvenOf(position, spec.tickSize, useFees().data?.takerBps ?? null)
  const off = breakEvenOff(position, price, mark)
  const work = price === null ? null : breakEvenWork(position, price, held)
  const isDone = work !== null && work.moves.length === 0 && work.addsTo === null && !work.isNew
  const [state, setState] = useState<{
    readonly sending: boolean
    readonly failure: string | null
    readonly asks: boolean
  }>(IDLE)
  // Clicks before the answer, and a retry without one, repeat the same request under the same id.
  const request = useRef<string | null>(null)
  const press = useRef<HTMLButtonElement>(null)
  useEscape('preview', true, onEnd)
  // The menu that opened it first returns the focus to its button.
  useEffect(() => {
    const frame = requestAnimationFrame(() => press.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  const set = async (acceptsUntil: boolean): Promise<void> => {
    if (price === null || work === null) return
    for (const { id } of work.moves) await call('moveConditional', { id, trigger: price })
    if (work.addsTo !== null) await call('addExit', { plan: work.addsTo, kind: 'stop', price, percent: '100' })
    if (!work.isNew) return
    request.current ??= crypto.randomUUID()
    await call('setExitPlan', {
      ...{ requestId: request.current, asset, position: sideHeld(position), entry: null, covers: null, name: null },
      ...{ source: 'mark', protection: distance, acceptsUntil },
      terms: { stop: { by: 'price', price }, targets: [], breakEven: null, trail: null, outBefore: null },
    })
  }
  const go = (acceptsUntil: boolean): void => {
    if (state.sending) return
    setState({ ...IDLE, sending: true })
    set(acceptsUntil).then(onEnd, (error: unknown) => {
      const asks = error instanceof TerminalFailure && error.code === 'acts_until'
      setState({ sending: false, failure: errorText(error), asks })
    })
  }
  const shown =
    price === null
      ? null
      : besideHeld(family, sideHeld(position), priceOf(position, price, placesOf(spec.tickSize ?? price)))
  const beside = priceBeside(family, price)
  const fees = FAMILY_RULES[family].breaksEvenAfterFees
    ? 'average entry plus taker fees both ways'
    : 'average entry; fees not known in advance'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own
    <div className={styles.breakEven} role="group" aria-label={`Stop at break-even of ${spec.name}`}>
      <p>
        {off ?? (
          <>
            {work?.text} Break-even is {shown}
            {beside !== undefined && ` (${beside})`}: {fees}. Local stop.
          </>
        )}
        {state.failure !== null && (
          <span role="alert" className={styles.failure}>
            {' '}
            {state.failure}
          </span>
        )}
      </p>
      <span className={styles.buttons}>
        <Button
          ref={press}
          size="small"
          variant="primary"
          aria-busy={state.sending}
          disabled={off !== null || isDone || state.sending}
          onKeyDown={(event) => {
            if (event.repeat) event.preventDefault()
          }}
          onClick={() => go(state.asks)}
        >
          {state.asks ? MESSAGES.setAllTheSame : price === null ? 'Set stop' : `Set stop at ${shown}`}
        </Button>
        <Button size="small" onClick={onEnd}>
          Cancel
        </Button>
      </span>
    </div>
  )
}

const IDLE = { sending: false, failure: null, asks: false } as const
