/** A menu of actions or choices: one that opens from a button, and one that opens where something was clicked. */
import { type ReactNode, useRef } from 'react'
import { Menu as AriaMenu, Button, Header, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import styles from './menu.module.css'

export interface MenuEntry {
  readonly id: string
  readonly label: string
  /** Entries of one section follow each other under its name. */
  readonly section?: string
  /** Before the label, for the eye only. */
  readonly mark?: ReactNode
  /** After the label, fainter. */
  readonly note?: ReactNode
  /** Marked as the present choice. */
  readonly selected?: boolean
  readonly disabled?: boolean
  readonly onAction: () => void
}

interface MenuProps {
  /** Accessible name of the button and its menu. */
  readonly label: string
  /** What the button shows. */
  readonly children: ReactNode
  readonly entries: readonly MenuEntry[]
  /** Where it opens; below, with its end at the button's, unless said. */
  readonly placement?: 'bottom start' | 'bottom end'
  /** The button is only what it shows. */
  readonly bare?: boolean
}

export function Menu({ label, children, entries, placement = 'bottom end', bare = false }: MenuProps): ReactNode {
  return (
    <MenuTrigger>
      <Button className={(bare ? styles.bare : styles.trigger) ?? ''} aria-label={label}>
        {children}
      </Button>
      <Popover className={styles.popover ?? ''} placement={placement} offset={4}>
        <Entries label={label} entries={entries} />
      </Popover>
    </MenuTrigger>
  )
}

interface ContextMenuProps {
  readonly label: string
  /** Where it opens, px from the window's corner; null while it is closed. */
  readonly at: { readonly x: number; readonly y: number } | null
  readonly onClose: () => void
  readonly entries: readonly MenuEntry[]
}

export function ContextMenu({ label, at, onClose, entries }: ContextMenuProps): ReactNode {
  const point = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={point} className={styles.point} style={{ left: at?.x ?? 0, top: at?.y ?? 0 }} aria-hidden="true" />
      <Popover
        className={styles.popover ?? ''}
        triggerRef={point}
        isOpen={at !== null}
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
        placement="bottom start"
        offset={0}
      >
        <Entries label={label} entries={entries} onClose={onClose} />
      </Popover>
    </>
  )
}

function Entries(props: {
  readonly label: string
  readonly entries: readonly MenuEntry[]
  readonly onClose?: () => void
}): ReactNode {
  const { label, entries, onClose } = props
  return (
    <AriaMenu
      className={styles.menu ?? ''}
      aria-label={label}
      autoFocus={onClose === undefined ? undefined : 'first'}
      disabledKeys={entries.filter((entry) => entry.disabled === true).map((entry) => entry.id)}
      onAction={(key) => {
        onClose?.()
        entries.find((entry) => entry.id === key)?.onAction()
      }}
    >
      {sectionsOf(entries).map(([section, own]) =>
        section === undefined ? (
          own.map(item)
        ) : (
          <MenuSection key={section} className={styles.section ?? ''}>
            <Header className={styles.heading ?? ''}>{section}</Header>
            {own.map(item)}
          </MenuSection>
        ),
      )}
    </AriaMenu>
  )
}

const item = (entry: MenuEntry): ReactNode => (
  <MenuItem key={entry.id} id={entry.id} className={styles.item ?? ''} textValue={entry.label}>
    <span className={styles.mark} aria-hidden="true">
      {entry.selected === true ? '•' : ''}
    </span>
    {entry.mark}
    {entry.label}
    {entry.note !== undefined && <span className={styles.note}>{entry.note}</span>}
    {entry.selected === true && <span className="visually-hidden">, chosen</span>}
  </MenuItem>
)

/** Entries by section, in the order in which the sections first come. */
function sectionsOf(entries: readonly MenuEntry[]): readonly (readonly [string | undefined, readonly MenuEntry[]])[] {
  const sections = new Map<string | undefined, MenuEntry[]>()
  for (const entry of entries) {
    const own = sections.get(entry.section)
    if (own === undefined) sections.set(entry.section, [entry])
    else own.push(entry)
  }
  return [...sections]
}
