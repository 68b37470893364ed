/** The line that says where alerts are told besides here, and leads to where that is set. */
import type { ReactNode } from 'react'
import { useTopic } from '../market-data/index.ts'
import { Button } from '../ui/index.ts'
import styles from './outward.module.css'
import { elsewhereText } from './outward-text.ts'
import { showOutward } from './shown.ts'

export function ToldElsewhere(): ReactNode {
  const view = useTopic({ kind: 'outward' })
  return (
    <p className={styles.line}>
      <span>{view === undefined ? '' : elsewhereText(view.places)}</span>
      <Button size="small" variant="bare" onClick={showOutward}>
        Remote notifications…
      </Button>
    </p>
  )
}
