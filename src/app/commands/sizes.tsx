/** The preset sizes and the last order: the dialog that edits the sizes, and the commands for both in the market in use. */

import { type ReactNode, useMemo } from 'react'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { type Command, useCommands } from '../../commands/index.ts'
import { useMarketData, useTopicValue } from '../../market-data/index.ts'
import { editSizes, SizeEditor } from '../../sizes/index.ts'
import { lastOrderIn, panelsByUse, repeatedBy, repeatInto, showPanel, ticketFor } from '../../workspace/index.ts'
import { useAssetOf, useMarketInUse } from './announced-panel.ts'

/** The commands' interface to the window. */
export interface SizesPort {
  /** Whether a panel shows a market. */
  readonly hasMarket: boolean
  readonly edit: () => void
  /** Fills the ticket with the last order; null where none was sent in the market. */
  readonly repeat: (() => void) | null
}

/** The commands for sizes and the last order; none sends an order. Pure. */
export const sizeCommands = ({ hasMarket, edit, repeat }: SizesPort): readonly Command[] => [
  {
    id: 'sizes/change',
    title: 'Change size presets',
    scope: 'app',
    aliases: ['presets', 'quantity', 'amount', 'settings'],
    menu: { menu: 'View', section: 'Find', label: 'Size presets…' },
    run: edit,
  },
  {
    id: 'ticket/repeat',
    title: 'Fill the ticket with the last order',
    scope: 'market',
    keys: [{ code: 'KeyR', alt: true }],
    aliases: ['again', 'same', 'previous'],
    impossible: hasMarket ? (repeat === null ? COMMON.noOrderYet : null) : COMMON.noPanelShows,
    run: () => repeat?.(),
  },
]

export function Sizes(): ReactNode {
  const market = useMarketInUse()?.ref ?? null
  const asset = useAssetOf(market)
  const { store } = useMarketData()
  const last = useTopicValue({ kind: 'actions' }, (actions) => lastOrderIn(actions, asset)) ?? null
  useCommands(
    useMemo(
      () =>
        sizeCommands({
          hasMarket: market !== null,
          edit: () => editSizes(market),
          repeat:
            market === null || last === null
              ? null
              : () => {
                  const ticket = ticketFor(panelsByUse(), market, null)
                  const actions = store.read({ kind: 'actions' }) ?? []
                  if (ticket !== null) repeatInto(ticket, repeatedBy(ticket, actions, asset) ?? last)
                  showPanel('ticket')
                },
        }),
      [market, last, asset, store],
    ),
  )
  return <SizeEditor />
}
