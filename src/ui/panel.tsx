/** The frame of every panel: a region named by its title, a 28 px head with actions and the data's age, and the content. */
import { createContext, type ReactNode, type RefCallback, useContext, useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './panel.module.css'
import { useSteady } from './use-steady.ts'

/** What the surroundings say of a panel: the docking puts its title on a tab of `leadWidth` px, otherwise the panel writes it. */
interface PanelHost {
  readonly docked: boolean
  /** Width of the tabs over the head's start, px. */
  readonly leadWidth: number
  /** Whether the panel is seen: a tab behind another is not. */
  readonly visible: boolean
  /** The kind of the panel, by which keys of its own are told; null outside of the docking. */
  readonly kind: string | null
  /** Which of the window's panels it is; null outside of the docking. */
  readonly id: string | null
  /** What it is about: its market. With the title it is the region's name. */
  readonly about: string | null
  /** The very beginning of the head, before the tabs: the panel's link. */
  readonly start: ReactNode
  /** After the tabs, before what the panel itself puts there: its market. */
  readonly market: ReactNode
  /** Given what can be pressed at the head's end. */
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

/** Whether this panel is seen; what streams for nobody to see need not be watched. */
export const usePanelVisible = (): boolean => useContext(PanelHostContext).visible

/** The id of the panel around; null outside of the docking. */
const usePanelId = (): string | null => useContext(PanelHostContext).id

/** Whether what a panel shows is out of date, and how old it is: `4 s old`. */
interface DataAge {
  readonly stale: boolean
  readonly words: string
}

interface PanelProps {
  /** Shown on the panel's tab; the beginning of the region's accessible name. */
  readonly title: string
  /** At the head's start, after the title. */
  readonly lead?: ReactNode
  /** At the head's end. */
  readonly actions?: ReactNode
  /** Stale: figures dim, the head says the age, an amber hairline. */
  readonly freshness?: DataAge
  /**
   * What dims when it is stale: `figures` leaves alone what can be pressed in a table, and what went wrong; `none` is for forms, which say
   * so beside their buttons.
   */
  readonly dims?: 'all' | 'figures' | 'none'
  /** No head at all, for strips that say everything themselves, with `PanelStart` among it. */
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
  const age = stale && <span className={styles.age}>{freshness.words}</span>
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
          <div className={styles.lead}>
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

/** How a panel without a head begins: its link and its market, in the first line of what it shows. */
export function PanelStart(): ReactNode {
  const { start, market } = useContext(PanelHostContext)
  return (
    <span className={styles.stripStart}>
      {start}
      {market}
    </span>
  )
}

// What panels let be chosen from elsewhere in the window, by a command: each says what it has to choose from while it is in view.

/** What is chosen. */
export type OfferTopic = 'order' | 'range' | 'length' | 'unit' | 'grouping' | 'chart-table' | 'columns'

/** One choice. */
export interface PanelOffer {
  /** Among those of its panel about one topic. */
  readonly id: string
  /** As its menu calls it: `1 h`. */
  readonly label: string
  /** Whether it is so already. */
  readonly selected?: boolean
  readonly choose: () => void
}

/** A panel with what it has to choose from. */
export interface OfferingPanel {
  readonly topic: OfferTopic
  /** Its id. */
  readonly panel: string
  readonly offers: readonly PanelOffer[]
}

const useOffering = create<{ readonly offering: readonly OfferingPanel[] }>(() => ({ offering: [] }))

/** All panels in view with what they have to choose from. */
export const useOfferingPanels = (): readonly OfferingPanel[] => useOffering(({ offering }) => offering)

/** Lets something of the panel around be chosen by a command; nothing with no offers, or outside of the docking. */
export function usePanelOffers(topic: OfferTopic, offers: readonly PanelOffer[]): void {
  const panel = usePanelId()
  const visible = usePanelVisible()
  const choose = useSteady((id: string) => offers.find((one) => one.id === id)?.choose())
  // In one text, so that only other words or another choice tell anybody.
  const said = JSON.stringify(offers.map(({ id, label, selected }) => ({ id, label, selected })))
  const own = useMemo(
    () =>
      (JSON.parse(said) as readonly Omit<PanelOffer, 'choose'>[]).map((one) => ({
        ...one,
        choose: () => choose(one.id),
      })),
    [said, choose],
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
  /** Brings it in view, as far as there is room. */
  readonly onShow: () => void
}

/** Says that what they would do is out of view, for which buttons wait, and brings it in view. */
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
