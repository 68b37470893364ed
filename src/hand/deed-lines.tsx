/** The lines of what is no order at a price. */
import { type ReactNode, useEffect } from 'react'
import { useMarketData, useTopic } from '../market-data/index.ts'
import { CloseLine } from './close-line.tsx'
import { type ShownDeed, useDeed } from './deed.ts'
import { ExitLine } from './exit-line.tsx'
import { OwnOrdersLine } from './own-orders-line.tsx'
import { PredictLine } from './predict-line.tsx'
import type { RestingOrder } from './resting-orders.ts'
import { ReverseLine } from './reverse-line.tsx'
import { exitOver, exitsTold, UNSEEN_MS, useSentExits } from './sent-exits.ts'

interface DeedLinesProps {
  readonly cancel: (orders: readonly RestingOrder[]) => void
}

export function DeedLines({ cancel }: DeedLinesProps): ReactNode {
  const shown = useDeed((state) => state.shown)
  const close = useDeed((state) => state.close)
  const sent = useSentExits((now) => now.sent)
  return (
    <>
      {sent.map(({ line, stands }) => stands !== null && <Unseen key={line} line={line} />)}
      {shown !== null && <Shown key={shown.id} shown={shown} cancel={cancel} />}
      {close !== null && <Shown key={close.id} shown={close} cancel={cancel} />}
    </>
  )
}

/** Follows an exit that was set until the list shows it, whatever line is open. */
function Unseen({ line }: { readonly line: number }): ReactNode {
  const { clock } = useMarketData()
  const held = useTopic({ kind: 'conditionals' })
  useEffect(() => {
    if (held !== undefined) exitsTold(held)
  }, [held])
  useEffect(() => clock.after(UNSEEN_MS, () => exitOver(line)), [clock, line])
  return null
}

function Shown({ shown, cancel }: DeedLinesProps & { readonly shown: ShownDeed }): ReactNode {
  const { deed } = shown
  switch (deed.kind) {
    case 'close':
      return <CloseLine shown={shown} close={deed} />
    case 'reverse':
      return <ReverseLine shown={shown} />
    case 'exit':
      return <ExitLine shown={shown} exit={deed} />
    case 'predict':
      return <PredictLine shown={shown} predict={deed} />
    case 'orders':
      return <OwnOrdersLine shown={shown} cancel={cancel} />
  }
}
