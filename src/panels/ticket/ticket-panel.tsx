/** The panel "Order ticket": the form of the market's family. */
import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import { greater, ZERO } from '../../../contract/decimal.ts'
import type { Family } from '../../../contract/market-ref.ts'
import { type AlgoKind, AlgoTicket } from '../../algo/index.ts'
import { maxSize } from '../../markets/scalar/index.ts'
import { ReadAge, useAccount, useFees } from '../../queries/index.ts'
import {
  ClosedMarketOverlay,
  FormPosition,
  FormPositionProvider,
  KindHolder,
  TicketBody,
  useKindHeld,
} from '../../ticket/index.ts'
import { SamePlace } from '../../trade-forms/index.ts'
import { ErrorState, Panel, Segmented, Skeleton, usePanelOffers } from '../../ui/index.ts'
import { type ScalarDraft, useChangeDraft, useDraft, useMarketRef } from '../../workspace/index.ts'
import { BinaryTicket } from '../binary/index.ts'
import { OutcomeTicketPanel } from '../outcomes/index.ts'
import { LeverageControl } from './leverage-control.tsx'
import { MESSAGES } from './messages.ts'
import { PredictForm } from './predict-form.tsx'
import { TicketForm } from './ticket-form.tsx'
import { type ModeFormProps, useOrderDraft, useTicket } from './use-ticket.ts'

/** A scale or slices in the scalar market of the ticket. */
function ScalarAlgo({ kind, ticket, staleText, choices }: ModeFormProps & { readonly kind: AlgoKind }): ReactNode {
  const { asset, ticker, leverage, permission, minimumValue } = ticket
  const { tickSize: tick, sizeDecimals } = ticket.market
  const account = useAccount().data
  const fees = useFees().data ?? null
  const available = account?.money.available ?? null
  const position = account === undefined ? null : (account.positions.find((one) => one.asset === asset)?.size ?? null)
  const market = useMemo(
    () => ({ family: 'scalar', asset, name: asset, tick, sizeDecimals, minimumValue }) as const,
    [asset, tick, sizeDecimals, minimumValue],
  )
  return (
    <AlgoTicket
      // A preview belongs to one market and one kind.
      key={`${kind} ${asset}`}
      {...{ kind, market, permission, staleText, choices }}
      best={{ bid: ticker?.bid ?? null, ask: ticker?.ask ?? null }}
      account={{ leverage, position }}
      sizing={{
        bid: ticker?.bid ?? null,
        most: (side, price, reduceOnly) =>
          maxSize({
            ...{ side, price, available, leverage, sizeDecimals, reduceOnly },
            position: account === undefined ? null : (position ?? ZERO),
            feeBps: fees === null ? null : greater(fees.makerBps, fees.takerBps),
          }),
      }}
    />
  )
}

type Mode = ScalarDraft['mode']

const MODES: { readonly [M in Mode]: { readonly label: string; readonly Form: ComponentType<ModeFormProps> } } = {
  limit: { label: MESSAGES.modes.limit, Form: (props) => <TicketForm {...props} mode="limit" /> },
  market: { label: MESSAGES.modes.market, Form: (props) => <TicketForm {...props} mode="market" /> },
  predict: { label: MESSAGES.modes.predict, Form: PredictForm },
  scale: { label: MESSAGES.modes.scale, Form: (props) => <ScalarAlgo {...props} kind="scale" /> },
  slices: { label: MESSAGES.modes.slices, Form: (props) => <ScalarAlgo {...props} kind="slices" /> },
}
const OPTIONS = (Object.keys(MODES) as Mode[]).map((value) => ({ value, label: MODES[value].label }))

/** The order modes of a scalar market, in display order: a new one is another row of the table. */
function ModeForm(props: Omit<ModeFormProps, 'choices'>): ReactNode {
  const { mode } = useDraft('scalar')
  const change = useChangeDraft('scalar')
  const isHeld = useKindHeld()
  const choose = (next: Mode): void => {
    if (!isHeld) change({ mode: next })
  }
  const { Form } = MODES[mode]
  usePanelOffers(
    'order',
    OPTIONS.map(({ value, label }) => ({
      ...{ id: value, label, selected: value === mode },
      choose: () => choose(value),
    })),
  )
  return (
    <Form
      {...props}
      choices={<Segmented label={MESSAGES.kinds} options={OPTIONS} value={mode} disabled={isHeld} onChange={choose} />}
    />
  )
}

function ScalarTicket({ title }: { title: string }): ReactNode {
  const draft = useOrderDraft()
  const [settleText, setSettleText] = useState('')
  const { ticket, error, retry } = useTicket(draft, settleText)
  const reads = [useAccount(), useFees()]
  if (ticket === null) {
    return (
      <Panel title={title}>
        {error === null ? (
          <Skeleton rows={9} label="Loading order ticket" />
        ) : (
          <ErrorState title="Markets could not be read" message={error} onRetry={retry} />
        )}
      </Panel>
    )
  }
  // Stale data does not dim the ticket, which must stay usable: it is reported above the buttons.
  const { stale, text: freshnessText } = ticket.freshness
  return (
    <Panel
      title={title}
      actions={
        <>
          <ReadAge reads={reads} what="account" />
          <LeverageControl key={ticket.asset} ticket={ticket} />
        </>
      }
    >
      <TicketBody>
        <ClosedMarketOverlay asset={ticket.asset}>
          <KindHolder>
            <ModeForm
              ticket={ticket}
              draft={draft}
              settleText={settleText}
              onSettleText={setSettleText}
              staleText={stale ? freshnessText : null}
            />
          </KindHolder>
        </ClosedMarketOverlay>
      </TicketBody>
    </Panel>
  )
}

const TITLE = 'Order ticket'

const BODIES: { readonly [F in Family]: ComponentType<{ readonly title: string }> } = {
  scalar: ScalarTicket,
  binary: BinaryTicket,
  outcome: OutcomeTicketPanel,
}

export function TicketPanel(): ReactNode {
  const Body = BODIES[useMarketRef()?.family ?? 'scalar']
  const [place] = useState(() => new FormPosition())
  return (
    // Above the families: a click meant for a market of one family must not count for the market of another that replaces it.
    <SamePlace>
      <FormPositionProvider value={place}>
        <Body title={TITLE} />
      </FormPositionProvider>
    </SamePlace>
  )
}
