/** Puts the commands of the window into the table, listens for their keys, and shows palette and sheet. */
import { type ReactNode, useCallback, useLayoutEffect, useMemo } from 'react'
import { refText } from '../../../contract/market-ref.ts'
import { DEFAULT_SETTINGS } from '../../../contract/settings-table.ts'
import { TEMPLATE_TITLES } from '../../../contract/workspace-names.ts'
import { useCall } from '../../bridge/index.ts'
import {
  isMac,
  KeyEditor,
  listenForKeys,
  overlayCommands,
  Palette,
  Sheet,
  table,
  useCommands as usePutIn,
} from '../../commands/index.ts'
import { Connect } from '../../connect/index.ts'
import { GettingStarted } from '../../getting-started/index.ts'
import { Help } from '../../help/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { OutwardDialog } from '../../outward/index.ts'
import { useSettings } from '../../queries/index.ts'
import { SettingsWindow } from '../../settings-window/index.ts'
import { StationCard } from '../../station/index.ts'
import { panelUsed, TICKET, useOpenPanels, usePanelInstances } from '../../workspace/index.ts'
import { tellRefusal } from '../bars/index.ts'
import {
  addPanel,
  focusExitsOf,
  focusFieldOf,
  focusPanelIn,
  focusRegion,
  PANELS,
  resetLayout,
  showPanel,
  TEMPLATE_IDS,
  turnTab,
  useOnePanelCommands,
  useOpenKinds,
} from '../docking/index.ts'
import { Algos } from './algos.tsx'
import { Announcer } from './announcer.tsx'
import { sayPrices, useMarketInUse } from './asked-panel.ts'
import { DaySheets } from './day-sheets.tsx'
import { DisarmByEscape } from './disarm-by-escape.tsx'
import { FillsExport } from './fills-export.tsx'
import { Forms } from './forms.tsx'
import { Kill } from './kill.tsx'
import { marketCommands } from './market-commands.ts'
import { MarketsInPalette } from './markets-in-palette.tsx'
import { OrdersByHand } from './orders-by-hand.tsx'
import { PanelActs } from './panel-acts.tsx'
import { panelCommands } from './panel-commands.ts'
import { PanelOffers } from './panel-offers.tsx'
import { ProblemReport } from './problem-report.tsx'
import { type SettingChange, settingCommands } from './setting-commands.ts'
import { SettingsDialogs } from './settings-dialogs.tsx'
import { Sizes } from './sizes.tsx'
import { TOLD_KEYS } from './told-keys.ts'
import { Updates } from './updates.tsx'
import { windowCommands } from './window-commands.ts'

export function Commands(): ReactNode {
  useFocusedPanel()
  usePanelCommands()
  const saveSetting = useSettingCommands()
  useMarketCommands()
  useWindowCommands()
  usePutIn(overlayCommands)
  // In a layout effect: a key may be pressed as soon as the window is on screen.
  useLayoutEffect(
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
      <Sheet told={TOLD_KEYS} />
      <Help />
      <ChangedKeys />
      <SettingsWindow save={saveSetting} />
      <OutwardDialog save={saveSetting} />
      <SettingsDialogs />
      <Connect />
      <FillsExport />
      <ProblemReport />
      <StationCard />
      <GettingStarted />
      <DaySheets />
      <Sizes />
      <Updates />
      <Algos />
      <Forms />
      <Kill />
      <DisarmByEscape />
      <OrdersByHand />
      <Announcer />
      <PanelActs />
      <PanelOffers />
    </>
  )
}

/** The ticket that was used last, or a new one. */
function focusTicket(): void {
  const ticket = frontTicket()
  if (ticket !== undefined) focusFieldOf(ticket)
}

/** The same of its exit plan, which is opened; what is typed first where it has none. */
function focusExits(): void {
  const ticket = frontTicket()
  if (ticket !== undefined) focusExitsOf(ticket)
}

function frontTicket(): string | undefined {
  showPanel(TICKET)
  const { used, open } = useOpenPanels.getState()
  const { panels } = usePanelInstances.getState()
  return [...used, ...open].find((id) => panels[id]?.kind === TICKET)
}

/** Has the keys hold that were chosen, and has others chosen. */
function ChangedKeys(): ReactNode {
  const call = useCall()
  const { keys } = useSettings() ?? DEFAULT_SETTINGS
  useLayoutEffect(() => table.choose(keys), [keys])
  return (
    <KeyEditor
      told={TOLD_KEYS}
      onChange={(from, changes) => tellRefusal('The keys were not changed', call('saveKeys', { from, changes }))}
    />
  )
}

/** The panel that has the focus is the one in use: the docking misses a focus that leaves and comes back at once. */
function useFocusedPanel(): void {
  useLayoutEffect(() => {
    const focused = ({ target }: FocusEvent): void => {
      const panel = target instanceof Element ? target.closest<HTMLElement>('[data-panel-id]') : null
      if (panel?.dataset.panelId !== undefined) panelUsed(panel.dataset.panelId)
    }
    document.addEventListener('focusin', focused)
    return () => document.removeEventListener('focusin', focused)
  }, [])
}

function usePanelCommands(): void {
  // In one text, so that only another kind that is open makes other commands.
  const open = [...useOpenKinds()].sort().join(' ')
  const current = useOpenPanels((panels) => panels.used[0] ?? panels.open[0]) ?? null
  usePutIn(
    useMemo(
      () =>
        panelCommands({
          kinds: PANELS,
          open: new Set(open.split(' ')),
          current,
          show: showPanel,
          add: addPanel,
          turnTab: (id, step) => {
            const group = turnTab(id, step)
            if (group !== null) focusPanelIn(group)
          },
        }),
      [open, current],
    ),
  )
  usePutIn(useOnePanelCommands(current))
}

/** Gives what saves a change. */
function useSettingCommands(): (change: SettingChange) => void {
  const call = useCall()
  const settings = useSettings() ?? DEFAULT_SETTINGS
  const save = useCallback(
    (change: SettingChange) => tellRefusal('The setting was not saved', call('saveSettings', change)),
    [call],
  )
  usePutIn(useMemo(() => settingCommands(settings, save), [settings, save]))
  return save
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
  const armed =
    useTopicValue({ kind: 'arming' }, ({ required, armedUntil }) => (required ? armedUntil !== null : null)) ?? null
  usePutIn(
    useMemo(
      () =>
        windowCommands({
          newWindow: () => tellRefusal('No window was opened', call('openWindow', {})),
          showDeployments: () => showPanel('account'),
          resetLayout: () => resetLayout(),
          templates: TEMPLATE_IDS.map((id) => ({
            id,
            title: TEMPLATE_TITLES[id],
            arrange: () => resetLayout(id),
          })),
          focusRegion,
          focusTicket,
          focusExits,
          armed,
          arm: (on) => tellRefusal(`This window was not ${on ? 'armed' : 'disarmed'}`, call('arm', { armed: on })),
        }),
      [call, armed],
    ),
  )
}
