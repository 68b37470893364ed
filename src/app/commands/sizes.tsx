/** The sizes to choose from: their dialog, and the command that opens it for the market in use. */
import { type ReactNode, useMemo } from 'react'
import { type Command, useCommands } from '../../commands/index.ts'
import { editSizes, SizeEditor } from '../../sizes/index.ts'
import { useMarketInUse } from './asked-panel.ts'

export function Sizes(): ReactNode {
  const market = useMarketInUse()?.ref ?? null
  useCommands(
    useMemo<readonly Command[]>(
      () => [
        {
          id: 'sizes/change',
          title: 'Change the sizes to choose from',
          scope: 'app',
          words: ['presets', 'quantity', 'amount', 'settings'],
          menu: { menu: 'View', section: 'Find', label: 'Sizes to choose from…' },
          run: () => editSizes(market),
        },
      ],
      [market],
    ),
  )
  return <SizeEditor />
}
