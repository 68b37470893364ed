/** Registers the window's trading keys in the command table, and sends the orders that they send at once. */

import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Position } from '../../contract/account.ts'
import { isFinal } from '../../contract/action.ts'
import { trimZeros } from '../../contract/decimal.ts'
import { fullTitleOf } from '../../contract/instrument.ts'
import type { Intent } from '../../contract/intent.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import type { KeysMode, SubmittedManually } from '../../contract/safety-locks.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import type { SizePresets } from '../../contract/size-presets.ts'
import { isMac, keyText, useCommandList, useCommands } from '../commands/index.ts'
import { grouped, priceLabel } from '../format/index.ts'
import { useMarketData, useTopic, useTopicValue } from '../market-data/index.ts'
import { quickOrderRulesOf } from '../markets/family/index.ts'
import { closeStateOf, type ReversalDraft, reversalDraft } from '../positions/index.ts'
import { useAccount, useAssets, useCloseDistances, useSettings } from '../queries/index.ts'
import { intentText, useTradingKeys } from '../trade-forms/index.ts'
import { Button } from '../ui/index.ts'
import { askExits, askOfRow } from '../workspace/index.ts'
import { flattenAtOnce, showFlatten } from './flatten-line.tsx'
import { ORDER_KEYS } from './key-table.ts'
import styles from './keys-badge.module.css'
import { forgetSent, NO_TERMS, SENT_SHOWN_MS, saySent, useKeySize, useSentByKey } from './keys-badge.tsx'
import type { OrderLinesProps } from './order-lines.tsx'
import { useRestingOrders } from './own-orders.ts'
import { type EnterState, enter, newPreview, type PricedBy, priced, type RequestedOrder } from './preview.ts'
import {
  changePreview,
  PREDICTION_PENDING,
  showPreview,
  showPreviewAction,
  usePreviewAction,
} from './preview-action.ts'
import { presetSize, useChosenSizes } from './preview-keys.ts'
import { tradingCommands } from './trading-keys.ts'
import { ClosedSoFar, useCloseNow } from './use-close-now.tsx'
import { useQuickOrder } from './use-hand.ts'

// Orders that a trading key sends without a preview.

type AtOnce =
  | { readonly does: 'send'; readonly intent: Intent; readonly by: SubmittedManually }
  /** The trader has to look first: prices are stale. */
  | { readonly does: 'show' }
  | { readonly does: 'refuse'; readonly text: string }

/** @param by null while the market is unknown */
export function atOnce(
  market: MarketRef,
  request: RequestedOrder,
  by: PricedBy | null,
  inputs: Pick<EnterState, 'permission' | 'stale'>,
): AtOnce {
  if (by === null) return { does: 'refuse', text: COMMON.loadingMarket }
  const preview = priced(newPreview(0, 'keys', market, request), by)
  const plan = preview.order === null ? { intent: null, issue: null, figures: [] } : by.hand.plan(preview.order)
  // A key uses named prices, and no named price goes through the best one.
  const does = enter(preview, { ...inputs, plan, asset: by.instrument.asset, far: null, duplicate: null })
  if (does.does === 'ask') return { does: 'show' }
  return does.does === 'send' ? { ...does, by: { kind: 'keys', mode: 'at_once' } } : does
}

/** Why a key that sends at once cannot reverse; null where it can. */
export function reversalAtOnce(
  position: Pick<Position, 'family'> | undefined,
  permission: EnterState['permission'],
): string | null {
  if (position === undefined) return COMMON.noPosition
  return quickOrderRulesOf(position.family).reverseOff ?? (permission.orders === 'any' ? null : permission.reason)
}

// Armed trading keys act in one market: they are disarmed where they would act in another, because another panel is used or the market rolled over.

/** The asset that a key would trade in the market in use. Undefined where no panel shows one, null while unknown. */
type Acting = string | null | undefined

/**
 * The asset that the keys are armed for after an update, and whether they are disarmed. An unread market does not count as another one. Pure.
 * @param was null where none is known yet
 */
export function keysAfter(
  was: string | null,
  { isArmed, acting }: { readonly isArmed: boolean; readonly acting: Acting },
): { readonly asset: string | null; readonly ends: boolean } {
  if (!isArmed) return { asset: null, ends: false }
  return { asset: was ?? acting ?? null, ends: was !== null && acting != null && acting !== was }
}

/** @param end disarms them; called once per arming */
function useKeysMarket(isArmed: boolean, acting: Acting, end: () => void): void {
  const asset = useRef<string | null>(null)
  const hasEnded = useRef(false)
  useEffect(() => {
    const after = keysAfter(asset.current, { isArmed, acting })
    asset.current = after.asset
    if (!isArmed) hasEnded.current = false
    if (!after.ends || hasEnded.current) return
    hasEnded.current = true
    end()
  }, [isArmed, acting, end])
}

interface TradingKeysProps extends OrderLinesProps {
  readonly arm: (mode: KeysMode | null) => void
  /** Rejects where main refuses it; the refusal is shown elsewhere. */
  readonly submit: (intent: Intent, by: SubmittedManually) => Promise<{ readonly actionId: string }>
  /** Submits a reversal; rejects like `submit`. */
  readonly reverse: (request: ReversalDraft, by: SubmittedManually) => Promise<unknown>
  /** Disarms the keys because the market that they act in has changed. */
  readonly endKeys: () => void
}

export function TradingKeys(props: TradingKeysProps): ReactNode {
  const { market, cancel, cancelAll, flatten, arm, submit, reverse: sendReversal, endKeys, refuse } = props
  const mode = useTradingKeys()?.mode ?? null
  const view = useTopic(market == null ? null : { kind: 'instrument', market })
  // The inputs of orders are subscribed only while a key could send one.
  const {
    instrument,
    tick: tickSize,
    hand,
    quotes,
    permission,
    stale,
  } = useQuickOrder(mode === 'at_once' ? (market ?? null) : null)
  const account = useAccount().data ?? null
  const orders = useRestingOrders()
  const preset = useKeySize((state) => state.preset)
  const sizes = usePublishedSizes()
  const family = market?.family
  const title = view === undefined ? null : fullTitleOf(view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are read by their number
  useEffect(() => {
    const size = market == null ? null : presetSize(market, preset)
    const unit = family === undefined ? null : quickOrderRulesOf(family).unit
    useKeySize.setState(family === undefined ? NO_TERMS : { size, unit, market: title ?? 'loading market' })
  }, [market, family, preset, title, sizes])
  const assets = useAssets()
  /** The names at the time of sending: they change with the markets, and nothing should be recreated for that. */
  const names = useRef(assets)
  names.current = assets
  const send = useCallback(
    (ref: MarketRef, request: RequestedOrder) => {
      const by: PricedBy | null = instrument === null || hand === null ? null : { instrument, quotes, hand }
      const does = atOnce(ref, request, by, { permission, stale })
      if (does.does === 'send') {
        const text = intentText(does.intent, [], names.current)
        submit(does.intent, does.by).then(
          () => saySent(text),
          () => undefined,
        )
      }
      if (does.does === 'show') showPreview('keys', ref, request)
      if (does.does === 'refuse') refuse(does.text)
    },
    [instrument, hand, quotes, permission, stale, submit, refuse],
  )
  const asset = view?.here === true ? view.asset : null
  const { store } = useMarketData()
  const closes = useCloseDistances()
  const reverse = useCallback(
    (ref: MarketRef) => {
      const position = account?.positions.find((one) => one.asset === asset)
      const why = reversalAtOnce(position, permission)
      if (why !== null || position === undefined) {
        refuse(why ?? COMMON.noPosition)
        return
      }
      // Subscribed while keys send at once.
      const ticker = store.read({ kind: 'ticker', asset: position.asset })
      const request = reversalDraft(position, ticker, { tickSize, distance: closes.scalar })
      // Without a live price there is none to bound it by: the preview waits for one.
      if (request === null) {
        showPreviewAction('keys', ref, { kind: 'reverse' })
        return
      }
      const much = `Reverse ${grouped(trimZeros(position.size))} ${names.current.asset(position.asset)}, reopen at ${priceLabel(request.worst)} or better`
      sendReversal(request, { kind: 'keys', mode: 'at_once' }).then(
        () => saySent(much),
        () => undefined,
      )
    },
    [account, asset, permission, store, tickSize, closes, sendReversal, refuse],
  )
  const known = useMemo(() => {
    if (market == null) return market
    if (view === undefined) return null
    if (!view.here) return undefined
    return { ref: view.ref, asset: view.asset, sizeDecimals: view.sizeDecimals }
  }, [market, view])
  useKeysMarket(mode !== null, known == null ? known : known.asset, endKeys)
  const hasPlan =
    useTopicValue({ kind: 'conditionals' }, (held) =>
      held.some(({ target, state }) => target.asset === asset && state === 'armed'),
    ) === true
  const close = useCloseNow({ market: known, tickSize, permission, submit, refuse })
  useCommands(
    // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are read by their number
    useMemo(
      () =>
        tradingCommands({
          mode,
          market: known,
          account,
          orders,
          preset,
          choosePreset,
          show: showPreview,
          send,
          showPreviewAction(origin, ref, previewAction) {
            if (!showPreviewAction(origin, ref, previewAction)) refuse(PREDICTION_PENDING)
          },
          close,
          reverse,
          askExits,
          askOfRow,
          hasPlan,
          cancel,
          cancelAll,
          flatten(how) {
            if (how === 'show') showFlatten()
            else flattenAtOnce(flatten, refuse)
          },
          arm,
        }),
      [
        mode,
        known,
        account,
        hasPlan,
        orders,
        preset,
        sizes,
        send,
        close,
        reverse,
        cancel,
        cancelAll,
        flatten,
        arm,
        refuse,
      ],
    ),
  )
  return <SentLines isArmed={mode !== null} />
}

/** Publishes the preset sizes of the settings to the keys, and returns them. */
function usePublishedSizes(): SizePresets {
  const { sizes } = useSettings() ?? DEFAULT_SETTINGS
  useLayoutEffect(() => useChosenSizes.setState({ sizes }), [sizes])
  return useChosenSizes((chosen) => chosen.sizes)
}

/** For the next orders, and for the previewed one. */
function choosePreset(preset: number): void {
  useKeySize.setState({ preset })
  const preview = usePreviewAction.getState().order
  const size = preview === null ? null : presetSize(preview.market, preset)
  if (preview === null || size === null) return
  changePreview(preview.id, (one) =>
    one.order === null ? one : { ...one, order: { ...one.order, size }, question: null },
  )
}

/** Orders that were just sent at once, above the status bar: nothing else shows what a key sent. */
function SentLines({ isArmed }: { readonly isArmed: boolean }): ReactNode {
  const sent = useSentByKey((state) => state.sent)
  return (
    <div className={styles.sent} role="log" aria-label="Sent by keys">
      {isArmed && <ArmedKeys />}
      {sent.map(({ id, text: message, actionId }) =>
        actionId === null ? (
          <Sent key={id} id={id} text={message} />
        ) : (
          <SentClose key={id} id={id} text={message} actionId={actionId} />
        ),
      )}
    </div>
  )
}

/** Which keys trade, as printed on this keyboard: for a while after they were armed. */
function ArmedKeys(): ReactNode {
  const { clock } = useMarketData()
  const [isShown, setShown] = useState(true)
  useEffect(() => clock.after(ARMED_SHOWN_MS, () => setShown(false)), [clock])
  const commands = useCommandList()
  if (!isShown) return null
  const keys = ORDER_KEYS.flatMap(({ id, title }) => {
    const key = commands.find((one) => one.id === `trade/${id}`)?.keys?.[0]
    return key === undefined ? [] : [[title, keyText(key, isMac)] as const]
  })
  return (
    <dl className={styles.keys} aria-label="Trading keys">
      {keys.map(([title, key]) => (
        <div key={title}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{title}</dd>
        </div>
      ))}
    </dl>
  )
}

/** ms. */
const ARMED_SHOWN_MS = 10_000

function Sent({ id, text: message }: { readonly id: number; readonly text: string }): ReactNode {
  const { clock } = useMarketData()
  useEffect(() => clock.after(SENT_SHOWN_MS, () => forgetSent(id)), [clock, id])
  return <p>Sent by key: {message}</p>
}

/** A close is shown until it is over; one that closed nothing, or less than requested, until it is dismissed. */
function SentClose({ id, text: message, actionId }: SentCloseProps): ReactNode {
  const { clock } = useMarketData()
  const action = useTopicValue({ kind: 'actions' }, (actions) => actions.find((one) => one.id === actionId))
  const state = closeStateOf({ state: 'accepted' }, action)
  const isOver = action !== undefined && isFinal(action.state)
  const isDone = isOver && state.failure === null
  useEffect(() => (isDone ? clock.after(SENT_SHOWN_MS, () => forgetSent(id)) : undefined), [clock, id, isDone])
  return (
    <div className={styles.close}>
      <p>Sent by key: {message}</p>
      <ClosedSoFar state={state} action={action} />
      {isOver && (
        <Button size="small" onClick={() => forgetSent(id)}>
          Close
        </Button>
      )}
    </div>
  )
}

interface SentCloseProps {
  readonly id: number
  readonly text: string
  readonly actionId: string
}
