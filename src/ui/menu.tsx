/** A menu of actions or choices that opens from a button. */
import type { ReactNode } from 'react'
import { Menu as AriaMenu, Button, Header, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import styles from './menu.module.css'

interface MenuEntry {
  readonly id: string
  readonly label: string
  /** Entries of one section follow each other under its name. */
  readonly section?: string
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
}

export function Menu({ label, children, entries }: MenuProps): ReactNode {
  return (
    <MenuTrigger>
      <Button className={styles.trigger ?? ''} aria-label={label}>
        {children}
      </Button>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={4}>
        <AriaMenu
          className={styles.menu ?? ''}
          aria-label={label}
          disabledKeys={entries.filter((entry) => entry.disabled === true).map((entry) => entry.id)}
          onAction={(key) => entries.find((entry) => entry.id === key)?.onAction()}
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
      </Popover>
    </MenuTrigger>
  )
}

const item = (entry: MenuEntry): ReactNode => (
  <MenuItem key={entry.id} id={entry.id} className={styles.item ?? ''} textValue={entry.label}>
    <span className={styles.mark} aria-hidden="true">
      {entry.selected === true ? '•' : ''}
    </span>
    {entry.label}
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
