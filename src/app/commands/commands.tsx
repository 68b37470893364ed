/** Puts the commands of the window into the table, listens for their keys, and shows palette and sheet. */
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { refText } from '../../../contract/market-ref.ts'
import { DEFAULT_SETTINGS } from '../../../contract/settings-table.ts'
import { useCall } from '../../bridge/index.ts'
import {
  isMac,
  listenForKeys,
  overlayCommands,
  Palette,
  Sheet,
  table,
  useCommands as usePutIn,
} from '../../commands/index.ts'
import { useTopic, useTopicValue } from '../../market-data/index.ts'
import { useSettings } from '../../queries/index.ts'
import {
  followGroup,
  joinGroup,
  type LinkedMarket,
  type PanelMarket,
  panelUsed,
  pinPanel,
  useOpenPanels,
  usePanelInstances,
} from '../../workspace/index.ts'
import { tellRefusal } from '../bars/index.ts'
import {
  addPanel,
  closePanel,
  duplicatePanel,
  movePanel,
  moveToWindow,
  PANELS,
  panelKind,
  resetLayout,
  showPanel,
  splitPanel,
  TEMPLATE_IDS,
  TEMPLATE_TITLES,
  turnTab,
  useOpenKinds,
} from '../docking/index.ts'
import { Announcer } from './announcer.tsx'
import { sayPrices, useMarketInUse } from './asked-panel.ts'
import { focusPanelIn, focusRegion } from './focus-regions.ts'
import { marketCommands } from './market-commands.ts'
import { MarketsInPalette } from './markets-in-palette.tsx'
import { PanelActs } from './panel-acts.tsx'
import { panelCommands } from './panel-commands.ts'
import { PanelOffers } from './panel-offers.tsx'
import { type SettingChange, settingCommands } from './setting-commands.ts'
import { windowCommands } from './window-commands.ts'

export function Commands(): ReactNode {
  useFocusedPanel()
  usePanelCommands()
  useSettingCommands()
  useMarketCommands()
  useWindowCommands()
  usePutIn(overlayCommands)
  useEffect(
    () =>
      listenForKeys(table, isMac, ({ title }, reason) =>
        tellRefusal(`Not possible now: ${title}`, Promise.reject(new Error(reason))),
      ),
    [],
  )
  return (
    <>
      <MarketsInPalette />
      <Palette />
      <Sheet />
      <Announcer />
      <PanelActs />
      <PanelOffers />
    </>
  )
}

/** The panel that has the focus is the one in use: the docking misses a focus that leaves and comes back at once. */
function useFocusedPanel(): void {
  useEffect(() => {
    const focused = ({ target }: FocusEvent): void => {
      const panel = target instanceof Element ? target.closest<HTMLElement>('[data-panel-id]') : null
      if (panel?.dataset.panelId !== undefined) panelUsed(panel.dataset.panelId)
    }
    document.addEventListener('focusin', focused)
    return () => document.removeEventListener('focusin', focused)
  }, [])
}

const linkOf = (market: PanelMarket | null): LinkedMarket | null => (market?.by === 'link' ? market : null)

function usePanelCommands(): void {
  const call = useCall()
  const windows = useTopic({ kind: 'windows' })
  // In one text, so that only another kind that is open makes other commands.
  const open = [...useOpenKinds()].sort().join(' ')
  const used = useOpenPanels((panels) => panels.used[0] ?? panels.open[0])
  const kind = usePanelInstances(({ panels }) => (used === undefined ? undefined : panels[used]?.kind))
  const group = usePanelInstances(({ panels }) => linkOf(panels[used ?? '']?.market ?? null)?.group ?? null)
  const stays = usePanelInstances(({ panels }) => linkOf(panels[used ?? '']?.market ?? null)?.stays === true)
  usePutIn(
    useMemo(() => {
      const shown = kind === undefined ? null : panelKind(kind)
      return panelCommands({
        kinds: PANELS,
        open: new Set(open.split(' ')),
        current:
          used === undefined || shown === null
            ? null
            : {
                id: used,
                title: shown.title,
                isStrip: shown.strip !== undefined,
                hasMarket: shown.shows !== null,
                link: group === null ? null : { group, stays },
              },
        windows: (windows ?? []).filter(({ isThis }) => !isThis),
        show: showPanel,
        add: addPanel,
        close: closePanel,
        duplicate: duplicatePanel,
        move: movePanel,
        split: splitPanel,
        turnTab: (id, step) => {
          const group = turnTab(id, step)
          if (group !== null) focusPanelIn(group)
        },
        follow: followGroup,
        link: (id, group) => (group === null ? pinPanel(id) : joinGroup(id, group, call)),
        moveToWindow: (id, window) => moveToWindow(id, window === null ? { at: null } : { window }, call),
      })
    }, [open, used, kind, group, stays, windows, call]),
  )
}

function useSettingCommands(): void {
  const call = useCall()
  const settings = useSettings() ?? DEFAULT_SETTINGS
  const save = useCallback(
    (change: SettingChange) => tellRefusal('The setting was not saved', call('saveSettings', change)),
    [call],
  )
  usePutIn(useMemo(() => settingCommands(settings, save), [settings, save]))
}

function useMarketCommands(): void {
  const call = useCall()
  const market = useMarketInUse()
  const isFavourite = useTopicValue({ kind: 'favourites' }, (all) => all.some((one) => refText(one) === market?.key))
  usePutIn(
    useMemo(
      () =>
        marketCommands({
          // What stands among the favourites is not known at first.
          market: market == null ? market : isFavourite === undefined ? null : { ...market, isFavourite },
          setFavourite: (ref, favourite) =>
            tellRefusal('The favourites were not changed', call('setFavourite', { market: ref, favourite })),
          sayPrices,
        }),
      [call, market, isFavourite],
    ),
  )
}

function useWindowCommands(): void {
  const call = useCall()
  const sound = useTopicValue({ kind: 'alerts' }, ({ settings }) => settings.sound) ?? null
  const notifications = useTopicValue({ kind: 'alerts' }, ({ settings }) => settings.notifications) ?? true
  usePutIn(
    useMemo(
      () =>
        windowCommands({
          newWindow: () => tellRefusal('No window was opened', call('openWindow', {})),
          resetLayout: () => resetLayout(),
          templates: TEMPLATE_IDS.map((id) => ({
            id,
            title: TEMPLATE_TITLES[id],
            arrange: () => resetLayout(id),
          })),
          focusRegion,
          alertSound: sound,
          setAlertSound: (on) =>
            tellRefusal('The sound was not changed', call('saveAlertSettings', { sound: on, notifications })),
        }),
      [call, sound, notifications],
    ),
  )
}
