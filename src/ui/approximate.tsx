/** A figure of a row of which the service tells more decimal places than the terminal keeps: marked as rounded. */
import type { ReactNode } from 'react'
import type { Rounded } from '../../contract/account.ts'

const ROUNDED = 'Rounded: the service sends prices or sizes of this row with more than nine decimal places.'

export function Approximate({ of, children }: { of: Rounded; children: ReactNode }): ReactNode {
  if (of.rounded !== true) return children
  return <span title={ROUNDED}>≈ {children}</span>
}
