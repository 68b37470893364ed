/** The heading of the sizes, which is also the choice of what the tape leaves out. */
import type { ReactNode } from 'react'
import type { Decimal } from '../../../contract/decimal.ts'
import { grouped } from '../../format/index.ts'
import { Menu } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'
import { LEAST_SIZES, type TapeShape } from './tape-rows.ts'

interface SizeMenuProps {
  /** `Size`, `Shares` */
  readonly words: string
  readonly shape: TapeShape
  readonly onLeast: (least: Decimal | null) => void
  readonly onBundled: (bundled: boolean) => void
}

export function SizeMenu({ words, shape: { least, bundled }, onLeast, onBundled }: SizeMenuProps): ReactNode {
  return (
    <Menu
      label={MESSAGES.shown(words, least, bundled)}
      entries={[
        {
          id: 'every',
          label: MESSAGES.everySize,
          section: MESSAGES.sections.show,
          selected: least === null,
          onAction: () => onLeast(null),
        },
        ...LEAST_SIZES.map((size) => ({
          id: size,
          label: MESSAGES.orMore(grouped(size as Decimal)),
          section: MESSAGES.sections.show,
          selected: least === size,
          onAction: () => onLeast(size as Decimal),
        })),
        {
          id: 'bundled',
          label: MESSAGES.bundled,
          section: MESSAGES.sections.prints,
          selected: bundled,
          onAction: () => onBundled(!bundled),
        },
      ]}
    >
      {words}
      {least !== null && ` ≥ ${grouped(least)}`} <span aria-hidden="true">▾</span>
    </Menu>
  )
}
