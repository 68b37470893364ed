/** What a panel says in place of its content while it has no market that it could show: why, and the way to another one. */
import type { ReactNode } from 'react'
import type { Family } from '../../../contract/market-ref.ts'
import { useSession } from '../../queries/index.ts'
import { EmptyState, OffState, Panel } from '../../ui/index.ts'
import { useInstrument, useMarketRef, usePanel } from '../../workspace/index.ts'
import { MarketChooser } from './market-chooser.tsx'
import type { KindId, PanelKind } from './panel-table.tsx'

const FAMILY_WORDS: Readonly<Record<Family, string>> = { scalar: 'scalar', binary: 'binary', outcome: 'outcome' }
/** Names of the families among what the service offers. */
const FEATURE = { scalar: 'scalar', binary: 'binary', outcome: 'outcomes' } as const

export function PanelMarketStates({ kind, children }: { kind: PanelKind<KindId>; children: ReactNode }): ReactNode {
  return kind.shows === null ? children : <States kind={kind} shows={kind.shows} content={children} />
}

interface StatesProps {
  readonly kind: PanelKind<KindId>
  readonly shows: readonly Family[]
  readonly content: ReactNode
}

function States({ kind: { title }, shows, content }: StatesProps): ReactNode {
  const { market: by } = usePanel()
  const market = useMarketRef()
  const instrument = useInstrument()
  const features = useSession()?.features
  const choose = <MarketChooser label={`Choose a market for ${title}`}>Choose a market</MarketChooser>
  if (market === null) {
    const group = by?.by === 'link' ? by.group : null
    return (
      <Panel title={title}>
        <EmptyState action={choose}>
          {group === null ? 'This panel shows no market yet.' : `Link group ${group} shows no market yet.`} Choose one.
        </EmptyState>
      </Panel>
    )
  }
  const feature = features?.[FEATURE[market.family]]
  if (feature?.on === false) {
    return (
      <Panel title={title}>
        <OffState
          title={`There is no ${FAMILY_WORDS[market.family]} market here`}
          reason={feature.reason}
          action={choose}
        />
      </Panel>
    )
  }
  if (instrument?.here === false) {
    return (
      <Panel title={title}>
        <OffState title={`Not here: ${instrument.title}`} reason={instrument.reason} action={choose} />
      </Panel>
    )
  }
  if (!shows.includes(market.family)) {
    const kinds = shows.map((family) => FAMILY_WORDS[family]).join(' and ')
    return (
      <Panel title={title}>
        <OffState
          title={`${title} is for ${kinds} markets`}
          reason={`What is shown here is ${instrument?.title ?? 'another market'}.`}
          action={choose}
        />
      </Panel>
    )
  }
  return content
}
