/** The panel "Fills". */
import { type ReactNode, useMemo, useState } from 'react'
import type { FillRow } from '../../../contract/past.ts'
import { useNotes } from '../../notes/index.ts'
import { OrderDetails, PastPanel } from '../../past/index.ts'
import { specOf } from './columns.tsx'

/** What the service did itself has no order. */
const isServices = ({ cause }: FillRow): boolean => cause === 'settlement' || cause === 'liquidation'

const WORDS = {
  traded: 'Traded',
  realised: 'Realized',
  none: 'No fill',
  ever: 'No fill yet. Every fill stands here from the first one on.',
} as const

export function FillsPanel(): ReactNode {
  const [open, setOpen] = useState<FillRow | null>(null)
  const oid = open?.oid ?? null
  const { textOf } = useNotes()
  const spec = useMemo(() => specOf(textOf), [textOf])
  return (
    <>
      <PastPanel kind="fills" title="Fills" spec={spec} words={WORDS} onOpen={setOpen} />
      {open !== null && oid !== null && !isServices(open) && (
        <OrderDetails oid={oid} name={open.name} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
