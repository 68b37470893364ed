/** The ticket of a scale and of slices: the draft, one preview of all of it, and one confirmation. */
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ALGO_NAMES, type AlgoOrder } from '../../contract/algo.ts'
import { signOf } from '../../contract/decimal.ts'
import { onlyReduces } from '../../contract/family-rules.ts'
import { useCall } from '../bridge/index.ts'
import { useMarketData, useTopic } from '../market-data/index.ts'
import { firstOnly, TicketFrame, useHoldKind } from '../ticket/index.ts'
import { type Permission, sideLabel } from '../trade-forms/index.ts'
import { Button, classNames, OutOfView, Segmented, useEscape, useSeenWhole } from '../ui/index.ts'
import { useHold, usePanel } from '../workspace/index.ts'
import styles from './algo.module.css'
import { type BestPrices, ScaleFields, SlicesFields } from './algo-fields.tsx'
import { type AlgoAccount, AlgoFigures, AlgoOrders } from './algo-preview.tsx'
import { createAlgoSession, type Press } from './algo-session.ts'
import { begunText, totalOf } from './algo-text.ts'
import { type AlgoKind, type AlgoMarket, forgetTotal, readAlgo, useAlgoDraft } from './read-algo.ts'
import { type TotalFacts, totalRead } from './total-size.ts'

interface AlgoTicketProps {
  readonly kind: AlgoKind
  readonly market: AlgoMarket
  readonly best: BestPrices
  readonly account: AlgoAccount
  /** The inputs of totals in money or percent. */
  readonly sizing: TotalFacts
  readonly permission: Permission
  /** Age of the data as text when it is not current. */
  readonly staleText: string | null
  /** The mode selector, which is inside each mode's frame. */
  readonly choices: ReactNode
}

const SIDES = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
] as const

export function AlgoTicket(props: AlgoTicketProps): ReactNode {
  const { kind, market, best, account, sizing, permission, staleText, choices } = props
  const call = useCall()
  const { clock } = useMarketData()
  const { id: panel } = usePanel()
  const [draft, change] = useAlgoDraft(panel, market.asset)
  const total = totalRead(kind, draft, market, sizing)
  // Orders against the position may close it, and a close is never blocked here: main knows how much of it would close.
  const { position } = account
  const isAgainst = position !== null && signOf(position) !== 0 && signOf(position) > 0 === (draft.side === 'sell')
  const reading = readAlgo(kind, draft, isAgainst ? { ...market, minimumValue: null } : market, total)
  /** The draft of the preview. */
  const shown = useRef(draft)
  const [attempted, setAttempted] = useState(false)
  const [session] = useState(() =>
    createAlgoSession({
      ...{ clock, newId: () => crypto.randomUUID() },
      check: (order) => call('checkAlgo', order),
      begin: (request) => call('beginAlgo', request),
      onBegun(order) {
        forgetTotal(panel, order.asset, shown.current)
        setAttempted(false)
      },
    }),
  )
  const { previewed, heeds, sending, failure, begun } = useSyncExternalStore(session.subscribe, session.read)
  // Another kind is another form, which would not receive the answer.
  useHoldKind(sending)
  const previewButton = useRef<HTMLButtonElement>(null)
  const confirmButton = useRef<HTMLButtonElement>(null)
  const story = useSeenWhole<HTMLDListElement>()
  useHold(
    previewed === null
      ? null
      : sending
        ? 'an order is waiting for its answer'
        : kind === 'scale'
          ? 'a preview of scale is open'
          : 'a preview of slices is open',
  )
  useEscape('preview', previewed !== null && !sending, session.back)
  // The preview replaced the clicked button; a focus that moved elsewhere in the meantime stays there.
  useEffect(() => {
    if (heeds && document.activeElement === document.body) confirmButton.current?.focus()
  }, [heeds])

  const typed: typeof change = (next) => {
    session.typed()
    setAttempted(false)
    change(next)
  }
  const preview = ({ detail }: Press): void => {
    // The second click of a double click was meant for the previous content.
    if (detail > 1) return
    setAttempted(true)
    session.typed()
    shown.current = draft
    if (reading.order !== null) session.preview(reading.order)
  }
  const reduces = onlyReduces(market.family, previewed?.order ?? draft)
  const off = permission.orders === 'none' || (permission.orders === 'reducing' && !reduces)
  const isRefused = (previewed?.check?.issues.length ?? 0) > 0
  const Fields = kind === 'scale' ? ScaleFields : SlicesFields
  return (
    <TicketFrame
      label={`${ALGO_NAMES[kind]} in ${market.name}`}
      permission={permission}
      permissionId="algo-permission"
      choices={
        <>
          {choices}
          <Segmented
            label="Buy or sell"
            options={SIDES}
            value={draft.side}
            disabled={previewed !== null}
            onChange={(side) => typed({ side })}
          />
        </>
      }
      fields={
        previewed === null ? (
          <Fields
            {...{ market, draft, best, reading, attempted, total }}
            onChange={typed}
            onEnter={() => previewButton.current?.focus()}
          />
        ) : (
          <AlgoOrders order={previewed.order} market={market} check={previewed.check} />
        )
      }
      figures={
        <AlgoFigures
          ref={story.ref}
          order={previewed?.order ?? reading.order}
          check={previewed?.check ?? null}
          {...{ market, account, best }}
        />
      }
      buttons={
        previewed === null ? (
          <Button ref={previewButton} variant="primary" disabled={off} onKeyDown={firstOnly} onClick={preview}>
            {reading.order !== null
              ? `Preview ${countText(reading.order)}`
              : kind === 'scale'
                ? 'Preview the scale'
                : 'Preview the slices'}
          </Button>
        ) : (
          <>
            {/* At the position of the click: a second one there sends nothing. */}
            <Button
              disabled={sending}
              onClick={({ detail }) => {
                if (detail <= 1) session.back()
              }}
            >
              Back
            </Button>
            <Button
              ref={confirmButton}
              variant={previewed.order.side}
              data-send={previewed.order.side}
              aria-busy={sending || previewed.check === null}
              aria-describedby={permission.orders === 'any' ? undefined : 'algo-permission'}
              disabled={off || sending || !heeds || isRefused || !story.seen}
              onKeyDown={firstOnly}
              onClick={session.confirm}
            >
              {previewed.check === null ? 'Checking…' : sending ? 'Sending…' : confirmText(previewed.order)}
            </Button>
          </>
        )
      }
      message={
        <Message
          {...{ failure, begun, isRefused }}
          caution={staleText === null ? null : `Prices are ${staleText}. Nothing is sent until they are fresh.`}
        />
      }
      below={
        !story.seen && (
          <OutOfView onShow={story.show}>Scroll down to see the figures; then the button unlocks.</OutOfView>
        )
      }
    />
  )
}

/** `5 orders`, `5 slices` */
const countText = ({ terms }: AlgoOrder): string =>
  terms.kind === 'scale' ? `${terms.orders.length} orders` : `${terms.slices} slices`

/** `Buy 10 in 5 orders` */
const confirmText = (order: AlgoOrder): string => `${sideLabel(order.side)} ${totalOf(order)} in ${countText(order)}`

interface MessageProps {
  readonly failure: string | null
  /** Id of the last one started here. */
  readonly begun: string | null
  readonly isRefused: boolean
  readonly caution: string | null
}

function Message({ failure, begun, isRefused, caution }: MessageProps): ReactNode {
  const one = useTopic({ kind: 'algos' })?.find(({ id }) => id === begun)
  if (failure !== null) {
    return (
      <p className={classNames(styles.follow, styles.bad)} role="alert">
        {failure}
      </p>
    )
  }
  if (isRefused) {
    return (
      <p className={classNames(styles.follow, styles.bad)} role="alert">
        Nothing was sent: the order would be refused. Go back and change it.
      </p>
    )
  }
  if (one !== undefined) {
    return (
      <p className={styles.follow} role="status">
        {begunText(one)}
      </p>
    )
  }
  return <p className={styles.follow}>{caution ?? 'Nothing is sent until you confirm the preview.'}</p>
}
