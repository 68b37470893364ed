/** Registers the window's commands, listens for their keys, and shows palette and sheet. */

import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo } from 'react'
import { refText } from '../../../contract/market-ref.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { DEFAULT_SETTINGS } from '../../../contract/settings-table.ts'
import type { WorkspacesView } from '../../../contract/workspace.ts'
import { TEMPLATE_TITLES, type TemplateId } from '../../../contract/workspace-names.ts'
import { useCall } from '../../bridge/index.ts'
import {
  followPrintedKeys,
  isMac,
  KeyEditor,
  listenForKeys,
  overlayCommands,
  Palette,
  Sheet,
  table,
  useCommands,
  useIsOpen,
  useProvider,
} from '../../commands/index.ts'
import { Connect } from '../../connect/index.ts'
import { useFormat } from '../../format/index.ts'
import { GettingStarted } from '../../getting-started/index.ts'
import { Help } from '../../help/index.ts'
import { useTopic, useTopicValue } from '../../market-data/index.ts'
import { useAssets, useSession, useSettings } from '../../queries/index.ts'
import { RemoteNotificationsDialog } from '../../remote-notifications/index.ts'
import { SettingsWindow } from '../../settings-window/index.ts'
import { StationCard } from '../../station-card.tsx'
import { type OfferTopic, useEscape, useOfferingPanels } from '../../ui/index.ts'
import { askForUpdates, unavailableReason, updateCommands } from '../../updates/index.ts'
import {
  askForm,
  askOfRow,
  chooseMarket,
  type FormAsk,
  panelUsed,
  shownMarketOf,
  TICKET,
  useOpenPanels,
  usePanelInstances,
} from '../../workspace/index.ts'
import { reportKeysOff, reportRefusal } from '../bars/index.ts'
import {
  addPanel,
  focusExitsOf,
  focusFieldOf,
  focusPanelIn,
  focusRegion,
  PANELS,
  panelKind,
  resetLayout,
  showPanel,
  TEMPLATE_IDS,
  turnTab,
  useOnePanelCommands,
  useOpenKinds,
} from '../docking/index.ts'
import { sayPrices, useAssetOf, useMarketInUse } from './announced-panel.ts'
import { Announcer } from './announcer.tsx'
import { algoCommands, exitProvider } from './automated-orders.ts'
import { DaySheets, FillsExport, ProblemReport } from './exports.tsx'
import { formCommands, nothingToMove } from './form-commands.ts'
import { Kill } from './kill.tsx'
import { ManualOrders } from './manual-orders.tsx'
import { marketCommands, marketProvider } from './market-commands.ts'
import { PanelActions } from './panel-actions.tsx'
import { OFFER_TOPICS, offerCommands, offeringPanel, offersOf, panelCommands } from './panel-commands.ts'
import { type SettingChange, settingCommands } from './setting-commands.ts'
import { HANDLED_KEYS, SettingsDialogs } from './settings-dialogs.tsx'
import { Sizes } from './sizes.tsx'
import { windowCommands } from './window-commands.ts'

export function Commands(): ReactNode {
  useFocusedPanel()
  usePanelCommands()
  const saveSetting = useSettingCommands()
  useMarketCommands()
  useWindowCommands()
  useCommands(overlayCommands)
  // In a layout effect, as a key may be pressed as soon as the window is on screen.
  useLayoutEffect(
    () =>
      listenForKeys(
        table,
        isMac,
        ({ title }, reason) => reportRefusal(`Not available: ${title}`, Promise.reject(new Error(reason))),
        reportKeysOff,
      ),
    [],
  )
  useEffect(followPrintedKeys, [])
  return (
    <>
      <MarketsInPalette />
      <Palette />
      <Sheet handledKeys={HANDLED_KEYS} />
      <Help />
      <ChangedKeys />
      <SettingsWindow save={saveSetting} />
      <RemoteNotificationsDialog save={saveSetting} />
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
      <ManualOrders />
      <Announcer />
      <PanelActions />
      <PanelOffers />
    </>
  )
}

/** Focuses the last used ticket, or a new one. */
function focusTicket(): void {
  const ticket = frontTicket()
  if (ticket !== undefined) focusFieldOf(ticket)
}

/** Focuses the ticket's exit plan, which is opened; its first field where it has none. */
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

/** Applies the custom keys, and lets the trader choose others. */
function ChangedKeys(): ReactNode {
  const call = useCall()
  const { keys } = useSettings() ?? DEFAULT_SETTINGS
  useLayoutEffect(() => table.choose(keys), [keys])
  return (
    <KeyEditor
      handledKeys={HANDLED_KEYS}
      onChange={(from, changes) => reportRefusal('Keys not changed', call('saveKeys', { from, changes }))}
    />
  )
}

/** Makes the panel with the focus the one in use: the docking misses a focus that leaves and returns at once. */
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
  // As a single string, so that the commands change only when the set of open kinds does.
  const open = [...useOpenKinds()].sort().join(' ')
  const current = useOpenPanels((panels) => panels.used[0] ?? panels.open[0]) ?? null
  useCommands(
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
  useCommands(useOnePanelCommands(current))
}

/** Returns the function that saves a change. */
function useSettingCommands(): (change: SettingChange) => void {
  const call = useCall()
  const settings = useSettings() ?? DEFAULT_SETTINGS
  const save = useCallback(
    (change: SettingChange) => reportRefusal('Setting not saved', call('saveSettings', change)),
    [call],
  )
  useCommands(useMemo(() => settingCommands(settings, save), [settings, save]))
  return save
}

function useMarketCommands(): void {
  const call = useCall()
  const market = useMarketInUse()
  const isFavourite = useTopicValue({ kind: 'favourites' }, (all) => all.some((one) => refText(one) === market?.key))
  useCommands(
    useMemo(
      () =>
        marketCommands({
          // Whether the market is a favorite is unknown at first.
          market: market == null ? market : isFavourite === undefined ? null : { ...market, isFavourite },
          setFavourite: (ref, favourite) =>
            reportRefusal('Favorites not changed', call('setFavourite', { market: ref, favourite })),
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
  const template = useTopicValue({ kind: 'workspaces' }, currentTemplate) ?? 'scalar'
  useCommands(
    useMemo(
      () =>
        windowCommands({
          newWindow: () => reportRefusal('Window not opened', call('openWindow', {})),
          showDeployments: () => showPanel('account'),
          resetLayout: () => resetLayout(template),
          templates: TEMPLATE_IDS.map((id) => ({
            id,
            title: TEMPLATE_TITLES[id],
            apply: () => resetLayout(id),
          })),
          focusRegion,
          focusTicket,
          focusExits,
          armed,
          arm: (on) => reportRefusal(on ? 'Window not armed' : 'Window not disarmed', call('arm', { armed: on })),
        }),
      [call, armed, template],
    ),
  )
}

/** Registers the commands for scales and slices of the market in use. */
function Algos(): ReactNode {
  const call = useCall()
  const market = useMarketInUse()?.ref ?? null
  const asset = useAssetOf(market)
  const algos = useTopic({ kind: 'algos' }) ?? null
  useCommands(
    useMemo(
      () =>
        algoCommands({
          algos,
          asset,
          pause: (id) => reportRefusal('Not paused', call('pauseAlgo', { id })),
          askGoOn: (id) => askOfRow('go-on', id),
          stop: (id) => reportRefusal('Not stopped', call('stopAlgo', { id, cancel: true })),
        }),
      [call, algos, asset],
    ),
  )
  return null
}

/** The template that the windows were last laid out by; null for a workspace of the trader's own. */
const currentTemplate = ({ current }: WorkspacesView): TemplateId | null =>
  current?.from === 'template' ? (TEMPLATE_IDS.find((id) => TEMPLATE_TITLES[id] === current.name) ?? null) : null

/** Esc disarms one-click trading and the trading keys of this window, unless it has something else to close. */
function DisarmByEscape(): ReactNode {
  const call = useCall()
  const arming = useTopic({ kind: 'arming' })
  const keys = arming?.keys.armedUntil != null
  const ladders = arming?.oneClick.filter(({ armedUntil }) => armedUntil !== null) ?? []
  useEscape('catch', keys || ladders.length > 0, () => {
    if (keys) reportRefusal(COMMON.keysNotDisarmed, call('armKeys', { armed: false }))
    for (const { panel } of ladders) {
      reportRefusal('One-click not disarmed', call('armOneClick', { armed: false, panel, because: 'user' }))
    }
  })
  return null
}

/** Registers the commands that lead to a form, and adds the held exits to the palette, each to be canceled individually. */
function Forms(): ReactNode {
  const features = useSession()?.features
  const collateral = useFormat().collateral('outcome')
  useCommands(
    useMemo(() => {
      const offOf = (form: FormAsk): string | null => {
        if (form === 'alert' || form === 'limits' || form === 'agent') return null
        if (form === 'transfer' && collateral !== 'USDH') return nothingToMove(collateral)
        const feature = form === 'transfer' ? features?.outcomeTransfer : features?.outcomeConversion
        return feature?.on === false ? feature.reason : null
      }
      return formCommands({ offOf, ask: askForm })
    }, [features, collateral]),
  )
  return useIsOpen('palette') ? <Exits /> : null
}

function Exits(): ReactNode {
  const call = useCall()
  const held = useTopic({ kind: 'conditionals' })
  const assets = useAssets()
  useProvider(
    useMemo(
      () =>
        exitProvider({
          held: held ?? [],
          tickOf: (asset) => assets.of(asset).tickSize,
          titleOf: (asset) => assets.asset(asset),
          cancel: (id) => reportRefusal('Exit not canceled', call('cancelConditional', { id })),
        }),
      [call, held, assets],
    ),
  )
  return null
}

/** Adds markets to the palette; subscribes to them only while it is open. */
function MarketsInPalette(): ReactNode {
  return useIsOpen('palette') ? <Markets /> : null
}

function Markets(): ReactNode {
  const call = useCall()
  const markets = useTopic({ kind: 'markets' })
  const { open, used } = useOpenPanels()
  const panels = usePanelInstances((instances) => instances.panels)
  useProvider(
    useMemo(() => {
      const targets = [...used, ...open.filter((id) => !used.includes(id))].flatMap((id) => {
        const panel = panels[id]
        if (panel === undefined) return []
        const { title, shows } = panelKind(panel.kind)
        return shows === null ? [] : [{ id, title, families: shows }]
      })
      return marketProvider(markets, targets, (id, market) => chooseMarket(id, market, call))
    }, [markets, open, used, panels, call]),
  )
  return null
}

const PanelOffers = (): ReactNode => OFFER_TOPICS.map(({ topic }) => <Offers key={topic} topic={topic} />)

function Offers({ topic }: { topic: OfferTopic }): ReactNode {
  const offering = useOfferingPanels()
  const used = useOpenPanels((panels) => panels.used)
  const panel = offeringPanel(topic, offering, used)
  const kind = usePanelInstances(({ panels }) => panels[panel ?? '']?.kind)
  const market = usePanelInstances(({ panels }) => shownMarketOf(panels[panel ?? '']?.market ?? null))
  const about = useTopicValue(market === null ? null : { kind: 'instrument', market }, ({ title }) => title) ?? null
  useCommands(
    useMemo(() => {
      if (panel === null || kind === undefined) return offerCommands(topic, null)
      const { title } = panelKind(kind)
      const name = about === null ? title : `${title}, ${about}`
      return offerCommands(topic, { offers: offersOf(panel, topic, offering), name })
    }, [topic, panel, kind, about, offering]),
  )
  return null
}

function Updates(): null {
  const call = useCall()
  const check = useTopicValue({ kind: 'update' }, ({ state }) => unavailableReason(state, 'check'))
  const download = useTopicValue({ kind: 'update' }, ({ state }) => unavailableReason(state, 'download'))
  const restart = useTopicValue({ kind: 'update' }, ({ state }) => unavailableReason(state, 'restart'))
  useCommands(
    useMemo(() => {
      const unknown = unavailableReason(undefined, 'check')
      const or = (reason: string | null | undefined): string | null => (reason === undefined ? unknown : reason)
      return updateCommands({
        whyNot: { check: or(check), download: or(download), restart: or(restart) },
        check: () => reportRefusal('Update check failed', call('checkForUpdate', {})),
        download: () => reportRefusal('Update not downloaded', call('downloadUpdate', {})),
        restart: () => reportRefusal('Isotherm not restarted', call('restartToUpdate', {})),
        show() {
          showPanel('account')
          askForUpdates()
        },
      })
    }, [call, check, download, restart]),
  )
  return null
}
