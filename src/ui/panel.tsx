/** The frame of every panel: a region named by its title, a 28 px head with actions and the data's age, and the content. */
import { createContext, type ReactNode, type RefCallback, useContext, useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './panel.module.css'
import { useSteady } from './use-steady.ts'

/** What the surroundings provide to a panel: the docking shows its title on a tab of `leadWidth` px, otherwise the panel renders it. */
interface PanelHost {
  readonly docked: boolean
  /** Width of the tabs over the head's start, px. */
  readonly leadWidth: number
  /** Whether the panel is visible: a background tab is not. */
  readonly visible: boolean
  /** The kind of the panel, which identifies its own keys; null outside of the docking. */
  readonly kind: string | null
  /** The id of the panel in the window; null outside of the docking. */
  readonly id: string | null
  /** Its market. Together with the title it is the region's name. */
  readonly about: string | null
  /** The very start of the head, before the tabs: the panel's link. */
  readonly start: ReactNode
  /** After the tabs, before the panel's own content: its market. */
  readonly market: ReactNode
  /** Receives the element with the buttons at the head's end. */
  readonly actions: RefCallback<HTMLElement> | null
  /** In the corner of a panel without a head. */
  readonly corner: ReactNode
}
const PanelHostContext = createContext<PanelHost>({
  docked: false,
  leadWidth: 0,
  visible: true,
  kind: null,
  id: null,
  about: null,
  start: null,
  market: null,
  actions: null,
  corner: null,
})
export const PanelHostProvider = PanelHostContext.Provider

/** Whether this panel is visible; streams need no subscription while it is not. */
export const usePanelVisible = (): boolean => useContext(PanelHostContext).visible

/** The id of the surrounding panel; null outside of the docking. */
const usePanelId = (): string | null => useContext(PanelHostContext).id

/** Whether a panel's data is stale, and its age: `4 s old`. */
interface DataAge {
  readonly stale: boolean
  readonly text: string
}

interface PanelProps {
  /** Shown on the panel's tab; the region's accessible name starts with it. */
  readonly title: string
  /** At the head's start, after the title. */
  readonly lead?: ReactNode
  /** At the head's end. */
  readonly actions?: ReactNode
  /** Stale: figures are dimmed, and the head shows the age and an amber hairline. */
  readonly freshness?: DataAge
  /** What is dimmed when stale: `figures` excludes buttons in a table, and errors; `none` is for forms, which show it beside their buttons. */
  readonly dims?: 'all' | 'figures' | 'none'
  /** No head, for strips that show everything themselves, including `PanelStart`. */
  readonly headless?: boolean
  readonly children: ReactNode
}

export function Panel({
  title,
  lead,
  actions,
  freshness,
  dims = 'all',
  headless = false,
  children,
}: PanelProps): ReactNode {
  const host = useContext(PanelHostContext)
  const stale = freshness?.stale === true
  const age = stale && <span className={styles.age}>{freshness.text}</span>
  return (
    <section
      aria-label={host.about === null ? title : `${title}, ${host.about}`}
      className={classNames(styles.panel, stale && styles.stale, dims !== 'all' && styles.figuresOnly)}
      data-stale={stale}
      data-panel={host.kind ?? undefined}
      data-panel-id={host.id ?? undefined}
    >
      {!headless && (
        <div className={styles.head}>
          {host.start !== null && <div className={styles.start}>{host.start}</div>}
          {host.docked ? (
            // Its tab shows the title here.
            <h2 className={styles.tabSpace} style={{ width: host.leadWidth }} aria-label={title} />
          ) : (
            <h2 className={styles.title}>{title}</h2>
          )}
          <div className={styles.lead} data-lead={lead === undefined ? undefined : ''}>
            {host.market}
            {lead}
          </div>
          <div className={styles.actions} ref={host.actions}>
            {age}
            {actions}
          </div>
        </div>
      )}
      {headless && host.corner !== null && <div className={styles.corner}>{host.corner}</div>}
      {headless && stale && <div className={styles.cornerAge}>{age}</div>}
      <div className={styles.body}>{children}</div>
    </section>
  )
}

/** The start of a panel without a head: its link and its market, in the first line of its content. */
export function PanelStart(): ReactNode {
  const { start, market } = useContext(PanelHostContext)
  return (
    <span className={styles.stripStart}>
      {start}
      {market}
    </span>
  )
}

// Choices in panels that commands can make from elsewhere in the window: each panel publishes its choices while it is visible.

/** The topic of the choice. */
export type OfferTopic = 'order' | 'range' | 'length' | 'unit' | 'grouping' | 'chart-table' | 'columns'

/** One choice. */
export interface PanelOffer {
  /** Unique among the offers of its panel for one topic. */
  readonly id: string
  /** The label in its menu: `1 h`. */
  readonly label: string
  /** Whether it is currently chosen. */
  readonly selected?: boolean
  readonly choose: () => void
}

/** A panel with its choices. */
export interface OfferingPanel {
  readonly topic: OfferTopic
  /** Its id. */
  readonly panel: string
  readonly offers: readonly PanelOffer[]
}

const useOffering = create<{ readonly offering: readonly OfferingPanel[] }>(() => ({ offering: [] }))

/** All visible panels with their choices. */
export const useOfferingPanels = (): readonly OfferingPanel[] => useOffering(({ offering }) => offering)

/** Publishes choices of the surrounding panel to commands; does nothing without offers, or outside of the docking. */
export function usePanelOffers(topic: OfferTopic, offers: readonly PanelOffer[]): void {
  const panel = usePanelId()
  const visible = usePanelVisible()
  const choose = useSteady((id: string) => offers.find((one) => one.id === id)?.choose())
  // As a single string, so that only a changed label or choice triggers an update.
  const message = JSON.stringify(offers.map(({ id, label, selected }) => ({ id, label, selected })))
  const own = useMemo(
    () =>
      (JSON.parse(message) as readonly Omit<PanelOffer, 'choose'>[]).map((one) => ({
        ...one,
        choose: () => choose(one.id),
      })),
    [message, choose],
  )
  useEffect(() => {
    if (panel === null || !visible || own.length === 0) return
    const offered: OfferingPanel = { topic, panel, offers: own }
    useOffering.setState(({ offering }) => ({ offering: [...offering, offered] }))
    return () => useOffering.setState(({ offering }) => ({ offering: offering.filter((one) => one !== offered) }))
  }, [topic, panel, visible, own])
}

interface OutOfViewProps {
  /** Which buttons wait for what: `Buy and Sell wait until their figures are in view.` */
  readonly children: ReactNode
  /** Scrolls it into view, if space allows. */
  readonly onShow: () => void
}

/** Reports that the figures of waiting buttons are out of view, and scrolls them into view. */
export function OutOfView({ children, onShow }: OutOfViewProps): ReactNode {
  return (
    <div className={styles.bar} role="status">
      <span>{children}</span>
      <Button size="small" onClick={onShow}>
        Show
      </Button>
    </div>
  )
}
