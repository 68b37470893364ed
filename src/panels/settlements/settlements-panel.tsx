/** The panel "Settlements". */
import { type ReactNode, useMemo } from 'react'
import { useNotes } from '../../notes/index.ts'
import { PastPanel } from '../../past/index.ts'
import { specOf } from './columns.tsx'

const WORDS = {
  traded: 'Settled',
  realised: 'Result',
  none: 'Nothing was settled',
  ever: 'Nothing was settled yet. Every position that ends by itself stands here.',
} as const

export function SettlementsPanel(): ReactNode {
  const { textOf } = useNotes()
  const spec = useMemo(() => specOf(textOf), [textOf])
  return <PastPanel kind="settlements" title="Settlements" spec={spec} words={WORDS} />
}
