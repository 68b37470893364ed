/** The panel "Order ticket": the form of the market's family. */
import { type ComponentType, type ReactNode, useState } from 'react'
import type { Family } from '../../../contract/market-ref.ts'
import { KeptPlace, KeptPlaceProvider } from '../../ticket/index.ts'
import { SamePlace } from '../../trade-forms/index.ts'
import { useMarketRef } from '../../workspace/index.ts'
import { BinaryTicket } from '../binary/index.ts'
import { OutcomeTicketPanel } from '../outcomes/index.ts'
import { ScalarTicket } from './scalar-ticket.tsx'

const TITLE = 'Order ticket'

const BODIES: { readonly [F in Family]: ComponentType<{ readonly title: string }> } = {
  scalar: ScalarTicket,
  binary: BinaryTicket,
  outcome: OutcomeTicketPanel,
}

export function TicketPanel(): ReactNode {
  const Body = BODIES[useMarketRef()?.family ?? 'scalar']
  const [place] = useState(() => new KeptPlace())
  return (
    // Above the families: a press that was meant for a market of one is none for the market of another that takes its place.
    <SamePlace>
      <KeptPlaceProvider value={place}>
        <Body title={TITLE} />
      </KeptPlaceProvider>
    </SamePlace>
  )
}
