/** Commands that make a panel do something, and their registration. */
import { type ReactNode, useMemo } from 'react'
import type { Key } from '../../../contract/key.ts'
import { type Command, useCommands } from '../../commands/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import {
  type ActivePanel,
  type PanelAction,
  shownMarketOf,
  useActivePanels,
  useOpenPanels,
  usePanelInstances,
} from '../../workspace/index.ts'

// Each command acts on the last used of the panels that support it.

interface ActionTarget {
  readonly run: () => void
  /** Name of its market; null while unknown. */
  readonly about: string | null
}

interface ActText {
  readonly act: PanelAction
  readonly id: string
  readonly title: string
  readonly aliases: readonly string[]
  /** Null where the panel handles a key of its own. */
  readonly key: Key | null
  /** Why no panel can do it. */
  readonly missing: string
  /** As for commands. */
  readonly asks?: string
}

/** All actions of panels. */
export const ACTS: readonly ActText[] = [
  {
    act: 'picture',
    id: 'chart/picture',
    title: 'Copy a picture of the chart',
    aliases: ['clipboard', 'image', 'screenshot'],
    key: { code: 'KeyC', mod: true, alt: true },
    missing: 'No chart in view',
  },
  {
    act: 'say-book',
    id: 'say/book',
    title: 'Announce the order book',
    aliases: ['say', 'screen reader', 'depth', 'bid', 'ask'],
    key: { code: 'KeyB', mod: true, alt: true },
    missing: 'No order book or depth in view',
  },
  {
    act: 'say-trades',
    id: 'say/trades',
    title: 'Announce the latest trades',
    aliases: ['say', 'screen reader', 'tape'],
    key: { code: 'KeyR', mod: true, alt: true },
    missing: 'No trades in view',
  },
  {
    act: 'centre',
    id: 'ladder/centre',
    title: 'Center the ladder',
    aliases: ['recentre', 'market', 'mid', 'price'],
    key: null,
    missing: 'No ladder in view',
  },
  {
    act: 'one-click',
    id: 'ladder/arm',
    title: 'Arm one-click of the ladder',
    aliases: ['catch', 'press', 'send at once'],
    key: null,
    missing: 'No ladder to arm in view',
  },
  {
    act: 'one-click-off',
    id: 'ladder/disarm',
    title: 'Disarm one-click of the ladder',
    aliases: ['catch', 'press'],
    key: null,
    missing: 'No armed ladder in view',
  },
  {
    act: 'close-all',
    id: 'positions/close-all',
    title: 'Close all positions, keep orders…',
    aliases: ['everything', 'flat', 'exit'],
    key: null,
    missing: 'No closable positions in view',
  },
  {
    act: 'cancel-selected',
    id: 'orders/cancel-selected',
    title: 'Cancel the orders and exits selected in Open orders',
    asks: 'Cancel selected orders and exits: press again',
    aliases: ['selected', 'rows', 'several'],
    key: null,
    missing: 'No order or exit selected in Open orders',
  },
]

/** The last used capable panel; never-used ones come last. */
export const actingPanel = (
  act: PanelAction,
  acting: readonly ActivePanel[],
  used: readonly string[],
): ActivePanel | null => {
  const able = acting.filter((one) => one.act === act)
  const last = used.find((id) => able.some(({ panel }) => panel === id))
  return able.find(({ panel }) => panel === last) ?? able[0] ?? null
}

/** One command per action, with or without a panel for it. */
export const panelActionCommands = (targetOf: (act: PanelAction) => ActionTarget | null): readonly Command[] =>
  ACTS.map(({ act, id, title, aliases, key, missing, asks }): Command => {
    const target = targetOf(act)
    return {
      id,
      title: target?.about == null ? title : `${title}, ${target.about}`,
      scope: 'window',
      keys: key === null ? [] : [key],
      aliases,
      impossible: target === null ? missing : null,
      ...(asks === undefined ? {} : { asks }),
      run: () => target?.run(),
    }
  })

export function PanelActions(): ReactNode {
  const picture = useTarget('picture')
  const book = useTarget('say-book')
  const trades = useTarget('say-trades')
  const centre = useTarget('centre')
  const arm = useTarget('one-click')
  const disarm = useTarget('one-click-off')
  const closeAll = useTarget('close-all')
  const cancelSelected = useTarget('cancel-selected')
  useCommands(
    useMemo(() => {
      const targets: Readonly<Record<PanelAction, ActionTarget | null>> = {
        picture,
        'say-book': book,
        'say-trades': trades,
        centre,
        'one-click': arm,
        'one-click-off': disarm,
        'close-all': closeAll,
        'cancel-selected': cancelSelected,
      }
      return panelActionCommands((act) => targets[act])
    }, [picture, book, trades, centre, arm, disarm, closeAll, cancelSelected]),
  )
  return null
}

/** The same object while panel and market are unchanged. */
function useTarget(act: PanelAction): ActionTarget | null {
  const acting = useActivePanels()
  const used = useOpenPanels((panels) => panels.used)
  const panel: ActivePanel | null = actingPanel(act, acting, used)
  const market = usePanelInstances(({ panels }) => shownMarketOf(panels[panel?.panel ?? '']?.market ?? null))
  const about = useTopicValue(market === null ? null : { kind: 'instrument', market }, ({ title }) => title) ?? null
  const run = panel?.run
  return useMemo(() => (run === undefined ? null : { run, about }), [run, about])
}
