/** The lines of what is no order at a price. */
import type { ReactNode } from 'react'
import { CloseLine } from './close-line.tsx'
import { type ShownDeed, useDeed } from './deed.ts'
import { ExitLine } from './exit-line.tsx'
import { OwnOrdersLine } from './own-orders-line.tsx'
import { PredictLine } from './predict-line.tsx'
import type { RestingOrder } from './resting-orders.ts'
import { ReverseLine } from './reverse-line.tsx'

interface DeedLinesProps {
  readonly cancel: (orders: readonly RestingOrder[]) => void
}

export function DeedLines({ cancel }: DeedLinesProps): ReactNode {
  const shown = useDeed((state) => state.shown)
  const close = useDeed((state) => state.close)
  return (
    <>
      {shown !== null && <Shown key={shown.id} shown={shown} cancel={cancel} />}
      {close !== null && <Shown key={close.id} shown={close} cancel={cancel} />}
    </>
  )
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
