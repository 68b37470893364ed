/** Lists the window's commands for the application menu, and carries out the desktop's requests to the window. */

import { type ReactNode, useEffect, useState } from 'react'
import type { WindowAsk } from '../../contract/desktop.ts'
import type { Family, MarketRef } from '../../contract/market-ref.ts'
import { useCall } from '../bridge/index.ts'
import { type Command, type EntryProvider, nativeMenu, runCommand, table } from '../commands/index.ts'
import { useTopic } from '../market-data/index.ts'
import { openModal } from '../ui/index.ts'
import { chooseMarket, showPanel, useOpenPanels, usePanelInstances } from '../workspace/index.ts'
import { reportRefusal } from './bars/index.ts'
import { isKindId, panelKind } from './docking/index.ts'

/** Its interface to the window. */
interface AskedPort {
  readonly commands: () => readonly Command[]
  readonly providers: () => readonly EntryProvider[]
  /** While a dialog waits for an answer, nothing else is done. */
  readonly isModalOpen: () => boolean
  /** Brings a panel of the kind to the front; returns whether there is such a kind. */
  readonly showPanel: (kind: string) => boolean
  /** Shows the market; returns whether a panel shows it now. */
  readonly showMarket: (market: MarketRef) => boolean
  readonly refuse: (title: string, reason: string) => void
}

/** Carries out a request of the desktop: shows things, and runs commands as if chosen in the palette. */
export function runRequest(ask: WindowAsk, port: AskedPort): void {
  if (port.isModalOpen()) {
    port.refuse('Not possible', 'A dialog is open in this window. Answer it, then try again.')
    return
  }
  switch (ask.kind) {
    case 'command': {
      const command = port.commands().find(({ id }) => id === ask.id)
      if (command === undefined) port.refuse('Not possible now', 'This window no longer has this command.')
      else if (!runCommand(command)) port.refuse(`Not available: ${command.title}`, command.impossible ?? '')
      return
    }
    case 'panel':
      if (!port.showPanel(ask.panel)) port.refuse('Not opened', `Unknown panel ${ask.panel}.`)
      return
    case 'market':
      if (!port.showMarket(ask.market)) {
        port.refuse('Not shown', 'No panel in this window can show that market. Open a chart or book first.')
      }
      return
    case 'workspace': {
      const id = `workspace/${ask.name}`
      const entry = port
        .providers()
        .flatMap(({ search }) => search(ask.name, 200))
        .find((one) => one.id === id)
      if (entry === undefined) port.refuse('Not opened', `No other workspace named ${ask.name}.`)
      else if (entry.impossible != null) port.refuse(`Not opened: ${ask.name}`, entry.impossible)
      else entry.run()
    }
  }
}

/** The table changes with every used panel, possibly continuously: the menu is updated at most at this interval, ms. */
const LISTED_EVERY = 400

export function Desktop(): ReactNode {
  useListedCommands()
  useAsked()
  return null
}

function useListedCommands(): void {
  const call = useCall()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const listSoon = (): void => {
      timer ??= setTimeout(() => {
        timer = null
        // The palette lists everything that a menu truncates, so failures are not reported.
        call('setMenu', { items: [...nativeMenu(table.commands)] }).catch(() => undefined)
      }, LISTED_EVERY)
    }
    listSoon()
    const stop = table.subscribe(listSoon)
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [call])
}

/** A window without panels counts as ready after this time, ms. */
const READY_AFTER = 3000

/** Whether the window's panels exist: a request carried out earlier would show in none of them. */
function useHasPanels(): boolean {
  const hasPanels = useOpenPanels(({ open }) => open.length > 0)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), READY_AFTER)
    return () => clearTimeout(timer)
  }, [])
  return hasPanels || isLate
}

/** The last request carried out in this page: a request is repeated until main knows that it was accepted. */
let done = 0

function useAsked(): void {
  const call = useCall()
  const request = useTopic({ kind: 'asked_of_window' })
  const isReady = useHasPanels()
  useEffect(() => {
    if (!isReady) return
    const fresh = (request ?? []).filter(({ seq }) => seq > done)
    const last = fresh.at(-1)
    if (last === undefined) return
    done = last.seq
    for (const { ask } of fresh) {
      runRequest(ask, {
        commands: () => table.commands,
        providers: () => table.providers,
        isModalOpen: () => openModal() !== null,
        showPanel: (kind) => {
          if (!isKindId(kind)) return false
          showPanel(kind)
          return true
        },
        showMarket: (market) => {
          if (marketTarget(market.family) === null) showPanel('chart')
          const target = marketTarget(market.family)
          if (target === null) return false
          chooseMarket(target, market, call)
          return true
        },
        refuse: (title, reason) => reportRefusal(title, Promise.reject(new Error(reason))),
      })
    }
    call('takeAsked', { seq: last.seq }).catch(() => undefined)
  }, [request, isReady, call])
}

/** The last used panel that can show markets of the family; null where none can. */
function marketTarget(family: Family): string | null {
  const { open, used } = useOpenPanels.getState()
  const { panels } = usePanelInstances.getState()
  const fits = (id: string): boolean => {
    const panel = panels[id]
    return panel !== undefined && panelKind(panel.kind).shows?.includes(family) === true
  }
  return [...used, ...open].find(fits) ?? null
}
