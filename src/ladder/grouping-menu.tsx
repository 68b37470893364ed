/** The choice of the price step that a book or a ladder is grouped by: a menu, and what commands choose from. */
import type { ReactNode } from 'react'
import type { Price } from '../../contract/decimal.ts'
import { Menu, type MenuEntry, usePanelOffers } from '../ui/index.ts'
import { MULTIPLES, type Multiple, stepText } from './grouping.ts'
import { MESSAGES } from './messages.ts'

interface GroupingMenuProps {
  readonly tick: Price
  readonly multiple: Multiple
  readonly onChange: (multiple: Multiple) => void
  /** What else the menu has, and the words for it in the button's name: `, and copying`. */
  readonly more?: { readonly entries: readonly MenuEntry[]; readonly words: string }
}

export function GroupingMenu({ tick, multiple, onChange, more }: GroupingMenuProps): ReactNode {
  const steps = MULTIPLES.map((value) => ({
    id: String(value),
    label: stepText(tick, value),
    selected: value === multiple,
    onAction: () => onChange(value),
  }))
  usePanelOffers(
    'grouping',
    steps.map(({ onAction, ...step }) => ({ ...step, choose: onAction })),
  )
  return (
    <Menu
      label={MESSAGES.grouping(stepText(tick, multiple), more?.words)}
      entries={[...steps.map((step) => ({ ...step, section: 'Group by' })), ...(more?.entries ?? [])]}
    >
      {stepText(tick, multiple)} <span aria-hidden="true">▾</span>
    </Menu>
  )
}
