/** Looks up one outcome order by exactly one of its ids. */
import { type ReactNode, useState } from 'react'
import { parseCloid } from '../../../contract/address.ts'
import { placesOf, trimZeros } from '../../../contract/decimal.ts'
import type { OutcomeOrderStatus } from '../../../contract/outcome.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { atPlaces, grouped, timeText, zoneText } from '../../format/index.ts'
import { useAssets } from '../../queries/index.ts'
import { sideLabel } from '../../trade-forms/index.ts'
import { Button, classNames, Segmented } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './outcomes.module.css'

type By = 'oid' | 'cloid'
const BY = [
  { value: 'oid', label: MESSAGES.oid },
  { value: 'cloid', label: MESSAGES.cloid },
] as const

type Answer =
  | { readonly state: 'none' | 'asking' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'found'; readonly id: string; readonly status: OutcomeOrderStatus }

export function OrderStatus(): ReactNode {
  const call = useCall()
  const [by, setBy] = useState<By>('oid')
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<Answer>({ state: 'none' })
  const look = (): void => {
    const id = text.trim()
    const cloid = by === 'cloid' ? parseCloid(id) : null
    if (id === '' || (by === 'cloid' && cloid === null)) {
      const message = by === 'oid' ? MESSAGES.noOid : MESSAGES.noCloid
      setAnswer({ state: 'failed', message })
      return
    }
    setAnswer({ state: 'asking' })
    call('readOutcomeOrderStatus', cloid === null ? { oid: id } : { cloid }).then(
      (status) => setAnswer({ state: 'found', id, status }),
      (error: unknown) => setAnswer({ state: 'failed', message: errorText(error) }),
    )
  }
  return (
    <div className={classNames(styles.pane, styles.inset)}>
      <form
        className={styles.small}
        aria-label={MESSAGES.views.status}
        onSubmit={(event) => {
          event.preventDefault()
          look()
        }}
      >
        <Segmented
          label="Look up by"
          options={BY}
          value={by}
          onChange={(next) => {
            setBy(next)
            setText('')
            setAnswer({ state: 'none' })
          }}
        />
        <label className={styles.idField}>
          {by === 'oid' ? MESSAGES.oid : MESSAGES.cloid}
          <input
            className={styles.search}
            type="text"
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <Button type="submit" disabled={answer.state === 'asking'}>
          {answer.state === 'asking' ? MESSAGES.lookingUp : MESSAGES.lookUp}
        </Button>
      </form>
      {answer.state === 'failed' && (
        <p className={styles.failure} role="alert">
          {answer.message}
        </p>
      )}
      {answer.state === 'found' && <Found id={answer.id} status={answer.status} />}
      {answer.state === 'none' && <p className={styles.note}>Find order ids in Activity, in the order’s row.</p>}
    </div>
  )
}

function Found({ id, status: { order, statusText } }: { id: string; status: OutcomeOrderStatus }): ReactNode {
  const assets = useAssets()
  const spec = order === null ? null : assets.of(order.asset)
  const places = spec?.tickSize == null ? 0 : placesOf(spec.tickSize)
  return (
    <section role="status" aria-label={MESSAGES.statusOf(id)}>
      <dl className={styles.found}>
        <dt>Status</dt>
        <dd>
          <strong>{statusText}</strong>
        </dd>
        {order !== null && (
          <>
            <dt>Order</dt>
            <dd>
              {sideLabel(order.side)} {grouped(trimZeros(order.size))} {assets.asset(order.asset)} at{' '}
              {atPlaces(order.price, places)}
            </dd>
            <dt>Filled</dt>
            <dd>{grouped(trimZeros(order.filled))}</dd>
            <dt>Placed</dt>
            <dd>
              {timeText(order.time)} {zoneText(order.time)}
            </dd>
            <dt>{MESSAGES.oid}</dt>
            <dd>{order.oid}</dd>
            {order.cloid !== null && (
              <>
                <dt>{MESSAGES.cloid}</dt>
                <dd>{order.cloid}</dd>
              </>
            )}
          </>
        )}
      </dl>
    </section>
  )
}
