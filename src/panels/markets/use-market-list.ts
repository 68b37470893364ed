/** Every market of the deployment, read by its changes: one that says nothing new stays the same object. */
import { useState } from 'react'
import type { Instrument, MarketChanges, MarketsView } from '../../../contract/instrument.ts'
import type { RefText } from '../../../contract/market-ref.ts'
import { useCall } from '../../bridge/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { useChanges } from '../../queries/index.ts'

interface Known extends MarketsView {
  readonly byKey: ReadonlyMap<RefText, Instrument>
}

/** The list after an answer. Pure. */
export function withChanges(
  known: Known | undefined,
  { whole, keys, ...answer }: Omit<MarketChanges, 'version'>,
): Known {
  const { waiting, errors } = answer
  const byKey = new Map(whole ? [] : known?.byKey)
  for (const one of answer.instruments) byKey.set(one.key, one)
  const order = keys ?? known?.instruments.map(({ key }) => key) ?? []
  const instruments = order.flatMap((key) => byKey.get(key) ?? [])
  if (keys !== null && byKey.size > instruments.length) {
    const kept = new Set(keys)
    for (const key of byKey.keys()) if (!kept.has(key)) byKey.delete(key)
  }
  return { instruments, waiting, errors, byKey }
}

/** Undefined before it was read. */
export function useMarketList(isSeen: boolean): MarketsView | undefined {
  const call = useCall()
  const [known, setKnown] = useState<Known>()
  const version = useTopic(isSeen ? { kind: 'market_list' } : null)
  useChanges(
    version,
    (since) => call('readMarketList', { since }),
    (answer) => setKnown((before) => withChanges(before, answer)),
  )
  return known
}
