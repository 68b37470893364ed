/** Puts the commands about scales and slices of the market in use into the table. */
import { type ReactNode, useMemo } from 'react'
import { useCall } from '../../bridge/index.ts'
import { useCommands } from '../../commands/index.ts'
import { useTopic, useTopicValue } from '../../market-data/index.ts'
import { askOfRow } from '../../workspace/index.ts'
import { tellRefusal } from '../bars/index.ts'
import { algoCommands } from './algo-commands.ts'
import { useMarketInUse } from './asked-panel.ts'

export function Algos(): ReactNode {
  const call = useCall()
  const market = useMarketInUse()?.ref ?? null
  const asset =
    useTopicValue(market === null ? null : { kind: 'instrument', market }, (view) => (view.here ? view.asset : null)) ??
    null
  const algos = useTopic({ kind: 'algos' }) ?? null
  useCommands(
    useMemo(
      () =>
        algoCommands({
          algos,
          asset,
          pause: (id) => tellRefusal('It was not paused', call('pauseAlgo', { id })),
          askGoOn: (id) => askOfRow('go-on', id),
          stop: (id) => tellRefusal('It was not stopped', call('stopAlgo', { id, cancel: true })),
        }),
      [call, algos, asset],
    ),
  )
  return null
}
