/** The panel "Outcomes". */
import { type ReactNode, useMemo, useState } from 'react'
import { useFreshness, useTopic } from '../../market-data/index.ts'
import { groupsOf, shownMarket } from '../../markets/outcome/index.ts'
import { ReadAge, useAccount, useSession } from '../../queries/index.ts'
import { Banner, Button, classNames, ErrorState, OffState, Panel, Skeleton } from '../../ui/index.ts'
import { useOutcomeStore } from '../../workspace/index.ts'
import { MarketDetail } from './market-detail.tsx'
import { MarketList } from './market-list.tsx'
import styles from './outcomes.module.css'

export function OutcomesPanel(): ReactNode {
  const session = useSession()
  const account = useAccount()
  const view = useTopic({ kind: 'outcomes' })
  const freshness = useFreshness(
    view === undefined ? undefined : { stale: view.stale, receivedAt: view.receivedAt ?? 0 },
  )
  const { outcomeId, side: chosenSide, search, openOnly } = useOutcomeStore()
  /** In a narrow panel the list and the market take turns. */
  const [picked, setPicked] = useState(false)
  const markets = view?.markets
  const groups = useMemo(() => groupsOf(markets ?? [], { search, openOnly }), [markets, search, openOnly])
  const off = session?.features.outcomes.on === false ? session.features.outcomes.reason : null
  if (off !== null) {
    return (
      <Panel title="Outcomes">
        <OffState title="There are no outcome markets here" reason={off} />
      </Panel>
    )
  }
  if (session === undefined || view === undefined || (view.receivedAt === null && view.error === null)) {
    return (
      <Panel title="Outcomes">
        <Skeleton rows={12} label="Loading outcome markets" />
      </Panel>
    )
  }
  if (view.receivedAt === null) {
    return (
      <Panel title="Outcomes">
        <ErrorState
          title="Outcome markets could not be read"
          message={`${view.error} They are asked for again by themselves.`}
        />
      </Panel>
    )
  }
  const market = shownMarket(view.markets, groups, outcomeId)
  const side = market?.sides.find(({ index }) => index === chosenSide) ?? market?.sides[0] ?? null
  const shown = market === null || side === null ? null : { outcomeId: market.outcomeId, side: side.index }
  return (
    <Panel
      title="Outcomes"
      freshness={freshness}
      dims="none"
      actions={
        <>
          <ReadAge reads={[account]} what="account" />
          <span>{view.markets.filter((one) => !one.expired && !one.settling).length} open</span>
        </>
      }
    >
      <div className={classNames(styles.frame, freshness.stale && styles.dim)}>
        <div className={styles.body} data-picked={picked}>
          <MarketList groups={groups} total={view.markets.length} shown={shown} onPick={() => setPicked(true)} />
          <div className={styles.detail}>
            <Button size="small" variant="bare" className={styles.back} onClick={() => setPicked(false)}>
              <span aria-hidden>←</span> All markets
            </Button>
            {view.error !== null && (
              <Banner tone="error" title="Outcome markets could not be refreshed.">
                {view.error}
              </Banner>
            )}
            {market !== null && side !== null && (
              <MarketDetail
                key={market.outcomeId}
                market={market}
                side={side}
                siblings={view.markets}
                staleWords={freshness.stale ? freshness.words : null}
              />
            )}
          </div>
        </div>
      </div>
    </Panel>
  )
}
