/** Does what the desktop asks of the window: what is shown, and what is run as if it were chosen in the palette. */

import type { WindowAsk } from '../../../contract/desktop.ts'
import type { MarketRef } from '../../../contract/market-ref.ts'
import { type Command, type EntryProvider, runCommand } from '../../commands/index.ts'

/** What it needs of the window. */
interface AskedPort {
  readonly commands: () => readonly Command[]
  readonly providers: () => readonly EntryProvider[]
  /** While a dialog waits for an answer nothing else is done. */
  readonly isModalOpen: () => boolean
  /** Whether there is such a kind of panel; it is in front then. */
  readonly showPanel: (kind: string) => boolean
  /** Whether a panel shows it now. */
  readonly showMarket: (market: MarketRef) => boolean
  readonly refuse: (title: string, reason: string) => void
}

export function doAsked(ask: WindowAsk, port: AskedPort): void {
  if (port.isModalOpen()) {
    port.refuse('Not done', 'A dialog of this window waits for an answer. Answer it, and ask again.')
    return
  }
  switch (ask.kind) {
    case 'command': {
      const command = port.commands().find(({ id }) => id === ask.id)
      if (command === undefined) port.refuse('Not possible now', 'This window has no such command any more.')
      else if (!runCommand(command)) port.refuse(`Not possible now: ${command.title}`, command.impossible ?? '')
      return
    }
    case 'panel':
      if (!port.showPanel(ask.panel)) port.refuse('Not opened', `There is no kind of panel called ${ask.panel}.`)
      return
    case 'market':
      if (!port.showMarket(ask.market)) {
        port.refuse(
          'Not shown',
          'No panel of this window can show a market of that family. Open a chart or a book first.',
        )
      }
      return
    case 'workspace': {
      const id = `workspace/${ask.name}`
      const entry = port
        .providers()
        .flatMap(({ search }) => search(ask.name, 200))
        .find((one) => one.id === id)
      if (entry === undefined) port.refuse('Not opened', `No other workspace is called ${ask.name}.`)
      else if (entry.impossible != null) port.refuse(`Not opened: ${ask.name}`, entry.impossible)
      else entry.run()
    }
  }
}
