/** What a typed size comes to, in what is sent: `= 38.4 contracts`; or what has to be typed first. */
import type { ReactNode } from 'react'
import { trimZeros } from '../../contract/decimal.ts'
import { grouped } from '../format/index.ts'
import type { SizeRead } from '../markets/sizing/index.ts'

interface SizeNoteProps {
  readonly read: SizeRead
  /** `contracts` unless said. */
  readonly unit?: string
}

export function SizeNote({ read, unit = 'contracts' }: SizeNoteProps): ReactNode {
  if (read.state !== 'known') return read.words
  return (
    <span>
      = {grouped(trimZeros(read.size))} {unit}
    </span>
  )
}
