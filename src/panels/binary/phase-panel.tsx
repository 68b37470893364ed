/** The panel "Binary phase": the price to beat, the mark and how far it is from it, the time that is left, and what UP and DOWN cost. */
import type { ReactNode } from 'react'
import { Panel } from '../../ui/index.ts'
import { BinaryStates } from './binary-states.tsx'
import { Overview } from './overview.tsx'
import { useBinaryMarket } from './use-binary-market.ts'

export function PhasePanel(): ReactNode {
  const { view: read, present: market, freshness } = useBinaryMarket()
  return (
    <Panel title="Binary phase" freshness={freshness} dims="none">
      <BinaryStates view={read} present={market}>
        {(view, present) => (
          <Overview present={present} paused={view.status?.paused === true} stale={freshness.stale} />
        )}
      </BinaryStates>
    </Panel>
  )
}
