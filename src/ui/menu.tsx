/** A menu of actions or choices: one that opens from a button, and one that opens at the clicked position. */
import { type ReactElement, type ReactNode, useRef } from 'react'
import {
  Menu as AriaMenu,
  Button,
  Header,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  SubmenuTrigger,
} from 'react-aria-components'
import { useIsStop } from './button.tsx'
import styles from './menu.module.css'

/** One line of a menu: an action, or with `entries` a submenu. */
export interface MenuEntry {
  readonly id: string
  readonly label: string
  /** Entries of one section are grouped under its name. */
  readonly section?: string
  /** Before the label, decorative. */
  readonly mark?: ReactNode
  /** After the label, fainter. */
  readonly note?: ReactNode
  /** Marked as the current choice. */
  readonly selected?: boolean
  readonly disabled?: boolean
  /** Why it is disabled; shown with it. */
  readonly impossible?: string
  /** The key of the same action. */
  readonly key?: string
  readonly onAction?: () => void
  readonly entries?: readonly MenuEntry[]
}

interface MenuProps {
  /** Accessible name of the button and its menu. */
  readonly label: string
  /** Content of the button. */
  readonly children: ReactNode
  readonly entries: readonly MenuEntry[]
  /** Where it opens; by default below, aligned to the button's end. */
  readonly placement?: 'bottom start' | 'bottom end'
  /** Without button styles around its content. */
  readonly bare?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
}

export function Menu({
  label,
  children,
  entries,
  placement = 'bottom end',
  bare = false,
  onOpenChange,
}: MenuProps): ReactNode {
  return (
    <MenuTrigger {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <Button
        className={(bare ? styles.bare : styles.trigger) ?? ''}
        aria-label={label}
        excludeFromTabOrder={!useIsStop()}
      >
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
  /** Position, px from the window's corner; null while it is closed. */
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
      disabledKeys={entries.filter(isOff).map((entry) => entry.id)}
      onAction={(key) => {
        onClose?.()
        entries.find((entry) => entry.id === key)?.onAction?.()
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

const isOff = ({ disabled, impossible }: MenuEntry): boolean => disabled === true || impossible !== undefined

function item(entry: MenuEntry): ReactNode {
  const { id, label, entries } = entry
  if (entries === undefined) return line(entry)
  return (
    <SubmenuTrigger key={id}>
      {line(entry)}
      <Popover className={styles.popover ?? ''} placement="end top" offset={2}>
        <Entries label={label} entries={entries} />
      </Popover>
    </SubmenuTrigger>
  )
}

const line = ({ id, label, mark, note, selected, impossible, key, entries }: MenuEntry): ReactElement => (
  <MenuItem key={id} id={id} className={styles.item ?? ''} textValue={label}>
    <span className={styles.mark} aria-hidden="true">
      {selected === true ? '•' : ''}
    </span>
    {mark}
    <span className={styles.label}>{label}</span>
    {note !== undefined && <span className={styles.note}>{note}</span>}
    {selected === true && <span className="visually-hidden">, chosen</span>}
    {impossible !== undefined && <span className={styles.note}>{impossible}</span>}
    {key !== undefined && (
      <span className={styles.note} aria-hidden="true">
        {key}
      </span>
    )}
    {entries !== undefined && (
      <span className={styles.note} aria-hidden="true">
        ▸
      </span>
    )}
  </MenuItem>
)

/** Entries by section, in order of first appearance. */
function sectionsOf(entries: readonly MenuEntry[]): readonly (readonly [string | undefined, readonly MenuEntry[]])[] {
  const sections = new Map<string | undefined, MenuEntry[]>()
  for (const entry of entries) {
    const own = sections.get(entry.section)
    if (own === undefined) sections.set(entry.section, [entry])
    else own.push(entry)
  }
  return [...sections]
}
