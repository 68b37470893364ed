/** Lists the window's commands for the application's menu, and does what the desktop asks of the window. */
import { type ReactNode, useEffect, useState } from 'react'
import type { Family } from '../../../contract/market-ref.ts'
import { useCall } from '../../bridge/index.ts'
import { nativeMenu, table } from '../../commands/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { openModal } from '../../ui/index.ts'
import { chooseMarket, showPanel, useOpenPanels, usePanelInstances } from '../../workspace/index.ts'
import { tellRefusal } from '../bars/index.ts'
import { isKindId, panelKind } from '../docking/index.ts'
import { doAsked } from './do-asked.ts'

/** The table changes with every panel that is used, and may go on changing: the menu follows so often at most, ms. */
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
        // What a menu shows less of than there is, the palette has: nothing is told of it.
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

/** A window without panels is arranged all the same by then, ms. */
const ARRANGED_AFTER = 3000

/** Whether the panels of the window are there: what is shown before would be shown in none of them. */
function useArranged(): boolean {
  const hasPanels = useOpenPanels(({ open }) => open.length > 0)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ARRANGED_AFTER)
    return () => clearTimeout(timer)
  }, [])
  return hasPanels || isLate
}

/** What was done last in this page: an ask comes again until main has heard that it was taken. */
let done = 0

function useAsked(): void {
  const call = useCall()
  const asked = useTopic({ kind: 'asked_of_window' })
  const isReady = useArranged()
  useEffect(() => {
    if (!isReady) return
    const fresh = (asked ?? []).filter(({ seq }) => seq > done)
    const last = fresh.at(-1)
    if (last === undefined) return
    done = last.seq
    for (const { ask } of fresh) {
      doAsked(ask, {
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
        refuse: (title, reason) => tellRefusal(title, Promise.reject(new Error(reason))),
      })
    }
    call('takeAsked', { seq: last.seq }).catch(() => undefined)
  }, [asked, isReady, call])
}

/** The panel used last that can show markets of the family; null where none can. */
function marketTarget(family: Family): string | null {
  const { open, used } = useOpenPanels.getState()
  const { panels } = usePanelInstances.getState()
  const fits = (id: string): boolean => {
    const panel = panels[id]
    return panel !== undefined && panelKind(panel.kind).shows?.includes(family) === true
  }
  return [...used, ...open].find(fits) ?? null
}
