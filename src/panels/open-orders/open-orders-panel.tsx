/** The panel "Open orders": resting orders and held automated orders, and canceling them. */

import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Order } from '../../../contract/account.ts'
import type { ActionRecord } from '../../../contract/action.ts'
import type { OtherClientView } from '../../../contract/activity.ts'
import { type AlgoView, isAlgoFinal } from '../../../contract/algo.ts'
import { type ConditionalView, isConditionalFinal } from '../../../contract/conditional.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { counted } from '../../../contract/plural.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { useServerClock, useTopic, useTopicValue } from '../../market-data/index.ts'
import { cancelStateOf, MovePrompts, OrdersTable, useExpectOtherClient, useLiveReads } from '../../orders/index.ts'
import {
  type Assets,
  NotRefreshed,
  ReadStates,
  UnreadableRows,
  useAssets,
  useOldOutcomeOrders,
  useOpenOrders,
  useReadFreshness,
  useSession,
  useUnreadableOrders,
} from '../../queries/index.ts'
import { unknownLines } from '../../trade-forms/index.ts'
import { Banner, Button, Panel, Table, usePanelVisible } from '../../ui/index.ts'
import { usePanelAction, useTableState } from '../../workspace/index.ts'
import { algosSpec } from './algo-orders.tsx'
import { ConditionalTable, EndedToggle } from './conditional-orders.tsx'
import { MESSAGES } from './messages.ts'
import styles from './open-orders.module.css'

/** Undefined until the orders have been read. */
export function useWorkingCount(): number | undefined {
  const resting = useOpenOrders().data?.length
  const held = useTopicValue(
    { kind: 'conditionals' },
    (all) => all.filter(({ state }) => !isConditionalFinal(state)).length,
  )
  return resting === undefined ? undefined : resting + (held ?? 0)
}

/** The current selection. */
export interface Selected {
  readonly orders: readonly Order[]
  readonly exits: readonly ConditionalView[]
}

interface CancelState {
  readonly busy: boolean
  /** Why not all of them were, or may be, canceled; null where nothing failed, and for Cancel all once no order rests. */
  readonly failure: string | null
}
const IDLE: CancelState = { busy: false, failure: null }

/** The selected ones that a cancel would still affect: not those being canceled, over, or closing at this moment. */
export const cancellable = ({ orders, exits }: Selected, actions: readonly ActionRecord[]): Selected => ({
  orders: orders.filter(({ oid }) => !cancelStateOf(oid, actions).cancelling),
  exits: exits.filter(({ state }) => state !== 'submitted' && !isConditionalFinal(state)),
})

/**
 * Cancels the selected orders and exits individually: their rows show each result.
 * @param off why no order can be canceled; null where they can. Exits are held here, and can always be.
 */
function useCancelSelected(selected: Selected, actions: readonly ActionRecord[], off: string | null) {
  const call = useCall()
  const [state, setState] = useState<CancelState>(IDLE)
  const left = cancellable(off === null ? selected : { ...selected, orders: [] }, actions)
  return {
    ...state,
    /** How many of the selected ones are not being canceled yet. */
    count: left.orders.length + left.exits.length,
    ask(): void {
      if (state.busy) return
      setState({ busy: true, failure: null })
      const requests: readonly Promise<unknown>[] = [
        ...left.orders.map(({ asset, oid, cloid }) =>
          call('submit', { requestId: crypto.randomUUID(), intent: { kind: 'cancel', asset, oid, cloid } }),
        ),
        ...left.exits.map(({ id }) => call('cancelConditional', { id })),
      ]
      void Promise.allSettled(requests).then((answers) => {
        const [failed] = answers.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
        setState({ busy: false, failure: failed === undefined ? null : errorText(failed.reason) })
      })
    },
  }
}

/** How long an ended one stays visible, ms. */
const SHOWN_FOR = 15 * 60_000

const LOOK_EVERY = 60_000

const NONE: readonly never[] = []

export function OpenOrdersPanel(): ReactNode {
  const orders = useOpenOrders()
  const assets = useAssets()
  const actions = useTopic({ kind: 'actions' }) ?? NONE
  const conditionals = useTopic({ kind: 'conditionals' }) ?? NONE
  const algos = useTopic({ kind: 'algos' }) ?? NONE
  const table = useTableState('open-orders')
  const oldOutcomes = useOldOutcomeOrders()
  const unreadable = useUnreadableOrders() ?? NONE
  const external = useTopic({ kind: 'other_client' })
  const freshness = useReadFreshness(orders)
  const cancel = useSession()?.features.cancel
  const off = cancel?.on === false ? cancel.reason : null
  const count = orders.data?.length ?? 0
  const all = useCancelAll(count)
  const [chosenOrders, chooseOrders] = useState<readonly Order[]>(NONE)
  const [chosenExits, chooseExits] = useState<readonly string[]>(NONE)
  const selected = {
    orders: chosenOrders.filter(({ oid }) => orders.data?.some((order) => order.oid === oid) === true),
    exits: conditionals.filter(({ id }) => chosenExits.includes(id)),
  }
  const several = useCancelSelected(selected, actions, off)
  usePanelAction('cancel-selected', usePanelVisible() && several.count > 0 && !several.busy, several.ask)
  return (
    <Panel
      title="Open orders"
      dims="figures"
      freshness={freshness}
      actions={
        <>
          {several.count > 0 && (
            <Button size="small" disabled={several.busy} aria-busy={several.busy} onClick={several.ask}>
              {MESSAGES.cancelSelected(several.count)}
            </Button>
          )}
          <Button
            size="small"
            variant="danger"
            // A stale empty list does not prove that no order rests.
            disabled={(count === 0 && !freshness.stale) || off !== null}
            aria-busy={all.busy}
            onClick={all.ask}
          >
            {all.busy ? MESSAGES.cancelling : MESSAGES.cancelAll}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {off !== null && <Banner tone="warning">{off}</Banner>}
        <MovePrompts />
        <OtherClient view={external} />
        <ReadStates
          read={orders}
          what="Open orders"
          skeletonRows={3}
          isEmpty={(list) =>
            list.length === 0 &&
            unreadable.length === 0 &&
            conditionals.length === 0 &&
            algos.every(({ state }) => isAlgoFinal(state))
          }
          empty={COMMON.noOpenOrders}
        >
          {(list) =>
            list.length > 0 && (
              <OrdersTable
                label="Open orders"
                orders={list}
                assets={assets}
                actions={actions}
                disabled={off !== null}
                external={external?.orders}
                onSelection={chooseOrders}
                {...table}
              />
            )
          }
        </ReadStates>
        <UnreadableRows rows={unreadable} list="orders" what="Open orders" />
        {oldOutcomes !== null && orders.error === null && (
          <NotRefreshed read={oldOutcomes} what="Outcome orders" again={orders} />
        )}
        <ConditionalTable conditionals={conditionals} assets={assets} onSelection={chooseExits} />
        <AlgoTable algos={algos} assets={assets} />
        {/* Below the orders, so that no row moves under the pointer. */}
        {several.failure !== null && (
          <div className={styles.failure} role="alert">
            {several.failure}
          </div>
        )}
        {all.failure !== null && (
          <div className={styles.failure}>
            <Banner
              tone="error"
              title="Some orders were not canceled."
              action={
                <Button size="small" onClick={all.dismiss}>
                  Dismiss
                </Button>
              }
            >
              {all.failure}
            </Banner>
          </div>
        )}
      </div>
    </Panel>
  )
}

/**
 * Cancels every resting order; the orders' own rows show each result.
 * @param count number of resting orders: a failure concerns these, and no later ones
 */
function useCancelAll(count: number) {
  const call = useCall()
  const assets = useAssets()
  const [state, setState] = useState<CancelState>(IDLE)
  const request = useRef<string | null>(null)
  const dismiss = (): void => setState((before) => ({ ...before, failure: null }))
  const overtaken = useEffectEvent(() => state.failure !== null && dismiss())
  useEffect(() => {
    if (count === 0) overtaken()
  }, [count])
  return {
    ...state,
    ask(): void {
      // Clicks before the answer repeat the same request under the same id.
      request.current ??= crypto.randomUUID()
      setState({ busy: true, failure: null })
      call('cancelAll', { requestId: request.current, asset: null })
        .then(
          (report) => setState({ busy: false, failure: unknownLines(report, assets).join(' ') || null }),
          (error: unknown) => setState({ busy: false, failure: errorText(error) }),
        )
        .finally(() => {
          request.current = null
        })
        .catch(() => undefined)
    },
    dismiss,
  }
}

/** Those that ended recently. */
const endedAlgos = (algos: readonly AlgoView[], now: number): readonly AlgoView[] =>
  algos.filter(({ state, changedAt }) => isAlgoFinal(state) && now - changedAt < SHOWN_FOR)

/** Scales and slices held by this terminal; on request also those that ended recently. */
function AlgoTable({ algos, assets }: { readonly algos: readonly AlgoView[]; readonly assets: Assets }): ReactNode {
  const table = useTableState('algo-orders')
  const live = useLiveReads()
  const spec = useMemo(() => algosSpec(live), [live])
  const now = useServerClock(LOOK_EVERY)
  const [isShown, show] = useState(false)
  const ended = useMemo(() => endedAlgos(algos, now), [algos, now])
  const rows = useMemo(() => {
    const live = algos.filter(({ state }) => !isAlgoFinal(state))
    return [...live, ...(isShown ? ended : [])].map((one) => ({ one, spec: assets.of(one.asset) }))
  }, [algos, ended, isShown, assets])
  if (rows.length + ended.length === 0) return null
  return (
    <div className={styles.held}>
      <div className={styles.heldText}>
        <p>
          <strong>Local.</strong> Scales and slices send only while Isotherm is running. Their resting orders are above.
        </p>
        <EndedToggle count={ended.length} isShown={isShown} onChange={show} />
      </div>
      {rows.length > 0 && <Table label={MESSAGES.algos} spec={spec} rows={rows} {...table} />}
    </div>
  )
}

/** @param view undefined before it arrives */
function OtherClient({ view }: { view: OtherClientView | undefined }): ReactNode {
  const { button, failure } = useExpectOtherClient(view?.isExpected ?? false)
  if (view === undefined || view.orders.length === 0) return null
  const { orders, isExpected } = view
  const title = counted(orders.length, 'order is from another client.', 'orders are from another client.')
  return (
    <div className={styles.failure}>
      <Banner tone={isExpected ? 'info' : 'warning'} title={title} action={button}>
        {isExpected
          ? 'You confirmed this client. Its orders count toward every limit.'
          : 'Another client is trading this wallet, or a key has leaked. Orders from other clients count toward every limit. If you do not know the client, cancel the orders and forget the agent key.'}
        {failure !== null && ` ${failure}`}
      </Banner>
    </div>
  )
}
