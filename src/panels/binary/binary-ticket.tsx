/** The ticket of a binary market: the open position, and a prediction. */
import { type ReactNode, useState } from 'react'
import type { BinaryMarket } from '../../../contract/binary.ts'
import { binaryResults, profitOf } from '../../../contract/books/index.ts'
import { absolute, lesser, type Price, placesOf, signOf, trimZeros } from '../../../contract/decimal.ts'
import { heldPrice } from '../../../contract/family-rules.ts'
import { grouped } from '../../format/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { UnverifiedPrompts } from '../../orders/index.ts'
import { entryText, PartClose, useClose } from '../../positions/index.ts'
import { ReadAge, useAccount } from '../../queries/index.ts'
import { ClosedMarketOverlay, TicketBody } from '../../ticket/index.ts'
import { distanceOf, presetDistance } from '../../trade-forms/index.ts'
import { Button, Figure, Panel } from '../../ui/index.ts'
import { DEFAULT_CHOICES, useDraft, useHold } from '../../workspace/index.ts'
import styles from './binary.module.css'
import { BinaryStates, useBinaryMarket } from './binary-market.tsx'
import { MESSAGES } from './messages.ts'
import { PredictForm } from './predict-form.tsx'

const FALLBACK = '0.05' as Price

/** The trader's position in the active binary asset, and closing it in part or whole: a close is never disabled. */
function HeldPosition({ asset, market }: { asset: string; market: BinaryMarket | null }): ReactNode {
  const position = useAccount().data?.positions.find((one) => one.asset === asset && signOf(one.size) !== 0)
  const mark = useTopicValue({ kind: 'ticker', asset }, (ticker) => ticker.mark) ?? null
  const read = distanceOf(useDraft('binary').distance, 'binary')
  /** Closes widen to the maximum of the ticket. */
  const bound = 'distance' in read ? read.distance : FALLBACK
  const first = presetDistance(DEFAULT_CHOICES.closeCentsFirst, 'binary')
  const distance = { distance: lesser(first, bound), bound }
  const { failure, progress, close, button } = useClose(
    { asset, size: position?.size, family: 'binary', tickSize: market?.tickSize ?? null },
    asset,
    distance,
    mark,
  )
  const [partly, setPartly] = useState(false)
  useHold(partly && position !== undefined ? 'a part of its position is about to be closed' : null)
  const failed =
    failure === null ? null : (
      <p className={styles.bad} role="alert">
        {failure}
      </p>
    )
  if (position === undefined) return failed
  const up = signOf(position.size) > 0
  const places = market?.tickSize == null ? Math.max(3, placesOf(position.entryPx)) : placesOf(market.tickSize)
  const now = mark ?? position.markPx
  const own = (price: typeof now): typeof now => (price === null ? null : heldPrice(position, price))
  const profit = profitOf(position, now)
  const { won, lost } = binaryResults(position)
  const entry = own(position.entryPx)
  return (
    <section className={styles.held} aria-label={MESSAGES.held}>
      <div className={styles.heldHead}>
        <strong className={up ? styles.up : styles.down}>{up ? 'UP' : 'DOWN'}</strong>
        <span>{grouped(trimZeros(absolute(position.size)))} contracts</span>
        <span className={styles.heldButtons}>
          <Button
            size="small"
            variant="bare"
            aria-label={`Partial close of ${asset}`}
            aria-expanded={partly}
            onClick={() => setPartly(!partly)}
          >
            Partial…
          </Button>
          {button}
        </span>
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>Entry</dt>
          <dd>{entry === null ? '—' : entryText(entry, places)}</dd>
        </div>
        <div>
          <dt>Now</dt>
          <dd>
            <Figure value={own(now)} places={places} tint />
          </dd>
        </div>
        <div>
          <dt>Unrealized</dt>
          <dd>
            <Figure value={profit} places="money" sign="gain" unit="USDC" />
          </dd>
        </div>
        <div>
          <dt>Liquidation</dt>
          <dd>
            <Figure value={own(position.liquidationPx)} places={places} />
          </dd>
        </div>
        <div>
          <dt>Win or lose</dt>
          <dd>
            <Figure value={won} places="money" sign="gain" /> <span className={styles.faint}>or</span>{' '}
            <Figure value={lost} places="money" sign="gain" unit="USDC" />
          </dd>
        </div>
      </dl>
      {partly && (
        <PartClose
          position={position}
          takerBps={null}
          unit="USDC"
          name={asset}
          sizeDecimals={market?.sizeDecimals ?? placesOf(position.size)}
          onClose={close}
          onDone={() => setPartly(false)}
        />
      )}
      <UnverifiedPrompts only="close" />
      {progress}
      {failed}
    </section>
  )
}

export function BinaryTicket({ title }: { title: string }): ReactNode {
  const account = useAccount()
  const { view: read, present: market, freshness } = useBinaryMarket()
  return (
    <Panel title={title} freshness={freshness} dims="none" actions={<ReadAge reads={[account]} what="account" />}>
      <TicketBody>
        <BinaryStates view={read} present={market}>
          {(view, present) => (
            <ClosedMarketOverlay
              asset={present.asset}
              above={<HeldPosition key={present.asset} market={present.market} asset={present.asset} />}
            >
              <PredictForm
                key={present.asset}
                asset={present.asset}
                view={view}
                staleText={freshness.stale ? freshness.text : null}
              />
            </ClosedMarketOverlay>
          )}
        </BinaryStates>
      </TicketBody>
    </Panel>
  )
}
