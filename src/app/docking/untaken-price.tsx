/** A price that was clicked and found no ticket: says so, and offers to open one. */
import { type ReactNode, useEffect } from 'react'
import { useTopic } from '../../market-data/index.ts'
import {
  fillTicket,
  isStillOf,
  marketOfTicket,
  newPanelId,
  panelInstance,
  useUntakenPrice,
} from '../../workspace/index.ts'
import { openPanel } from './docking.ts'
import { MESSAGES } from './messages.ts'
import { Strip } from './strip.tsx'

const leave = (): void => useUntakenPrice.setState({ untaken: null })

export function UntakenPrice(): ReactNode {
  const untaken = useUntakenPrice((state) => state.untaken)
  const market = untaken?.market
  const instrument = useTopic(market === undefined ? null : { kind: 'instrument', market })
  const isOver = untaken !== null && !isStillOf(untaken, instrument)
  useEffect(() => {
    if (isOver) leave()
  }, [isOver])
  if (untaken === null || isOver) return null
  const open = (): void => {
    const from = untaken.from === null ? undefined : panelInstance(untaken.from)
    const id = newPanelId('ticket')
    openPanel({ id, kind: 'ticket', market: marketOfTicket(untaken, from), options: {} })
    fillTicket(id, untaken)
    leave()
  }
  return (
    <Strip action={MESSAGES.openTicket} onAction={open} onLeave={leave}>
      No ticket in this window shows {instrument?.title ?? 'this market'}, so {untaken.price} was filled in nowhere.
    </Strip>
  )
}
