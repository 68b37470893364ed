/** The content of a panel without a market to show: the reason, and the way to another market. */

import type { ReactNode } from 'react'
import { FAMILY_RULES, marketsOf } from '../../../contract/family-rules.ts'
import type { Family } from '../../../contract/market-ref.ts'
import { listed } from '../../../contract/plural.ts'
import type { Feature } from '../../../contract/session.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { useSession } from '../../queries/index.ts'
import { EmptyState, OffState, Panel, StripState } from '../../ui/index.ts'
import { useInstrument, useMarketRef, usePanel } from '../../workspace/index.ts'
import { MarketChooser } from './market-chooser.tsx'
import { MESSAGES } from './messages.ts'
import type { KindId, PanelKind } from './panel-table.tsx'

/** Why a panel is empty. */
interface Absence {
  /** A short title, null where the state is temporary, and a sentence. */
  readonly title: string | null
  readonly reason: string
}

/** Null where the family is offered. Unknown is distinct from not offered. */
export function absenceOf(family: Family, feature: Feature | undefined): Absence | null {
  if (feature === undefined || feature.on) return null
  switch (feature.unread) {
    case 'pending':
      return { title: null, reason: feature.reason }
    case 'failed':
      return {
        title: `${marketsOf(family)} could not be read`,
        reason: `${feature.reason} Retrying automatically.`,
      }
    case undefined:
      return { title: `No ${family} markets here`, reason: feature.reason }
  }
}

export function PanelMarketStates({ kind, children }: { kind: PanelKind<KindId>; children: ReactNode }): ReactNode {
  return kind.shows === null || kind.isChooser === true ? (
    children
  ) : (
    <States kind={kind} shows={kind.shows} content={children} />
  )
}

interface StatesProps {
  readonly kind: PanelKind<KindId>
  readonly shows: readonly Family[]
  readonly content: ReactNode
}

function States({ kind: { title, strip }, shows, content }: StatesProps): ReactNode {
  const nothing = useNothing(title, shows)
  if (nothing === null) return content
  const choose = <MarketChooser label={`Choose a market for ${title}`}>Choose a market</MarketChooser>
  if (strip !== undefined) {
    return (
      <Panel title={title} headless>
        <StripState {...(nothing.title === null ? {} : { title: nothing.title })} action={choose}>
          {nothing.reason}
        </StripState>
      </Panel>
    )
  }
  return (
    <Panel title={title}>
      {nothing.title === null ? (
        <EmptyState action={choose}>{nothing.reason}</EmptyState>
      ) : (
        <OffState title={nothing.title} reason={nothing.reason} action={choose} />
      )}
    </Panel>
  )
}

function useNothing(title: string, shows: readonly Family[]): Absence | null {
  const { market: by } = usePanel()
  const market = useMarketRef()
  const instrument = useInstrument()
  const features = useSession()?.features
  const waiting = useTopicValue({ kind: 'markets' }, (view) => view.waiting)
  if (market === null) {
    // Once the markets are known, main may assign one to the group.
    if (waiting === undefined || shows.some((family) => waiting.includes(family))) {
      return { title: null, reason: MESSAGES.marketsAwaited }
    }
    const group = by?.by === 'link' ? by.group : null
    return { title: null, reason: group === null ? MESSAGES.noMarket : MESSAGES.groupHasNoMarket(group) }
  }
  const absence = absenceOf(market.family, features?.[FAMILY_RULES[market.family].feature])
  if (absence !== null) return absence
  if (instrument?.here === false) return { title: MESSAGES.notHere(instrument.title), reason: instrument.reason }
  if (shows.includes(market.family)) return null
  return {
    title: MESSAGES.isFor(title, listed(shows)),
    reason: instrument == null ? MESSAGES.showsAnother : MESSAGES.shows(instrument.title),
  }
}
