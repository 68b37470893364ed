/** At the end of the head of a panel of records: the family, and the file of all that matches. */
import type { ReactNode } from 'react'
import type { PastKind } from '../../contract/past.ts'
import { useSession } from '../queries/index.ts'
import { Button, Menu } from '../ui/index.ts'
import styles from './past.module.css'
import { FAMILY_OPTIONS, type PastTable } from './use-past-table.ts'

export function PastActions<K extends PastKind>({ past }: { readonly past: PastTable<K> }): ReactNode {
  const isSignedIn = useSession()?.identity != null
  const { family, chooseFamily, giveOut } = past
  const words = FAMILY_OPTIONS.find(({ value }) => value === family)?.label
  return (
    <>
      <Menu
        label={`Family: ${words}`}
        entries={FAMILY_OPTIONS.map(({ value, label }) => ({
          id: value,
          label,
          selected: value === family,
          onAction: () => chooseFamily(value),
        }))}
      >
        {family === 'every' ? (
          <>
            <span className={styles.wholeText}>{words}</span>
            <span className={styles.shortText}>Family</span>
          </>
        ) : (
          words
        )}{' '}
        ▾
      </Menu>
      <Button
        size="small"
        disabled={!isSignedIn}
        aria-busy={giveOut.isUnderWay}
        title="Writes everything that matches to a file"
        onClick={giveOut.begin}
      >
        CSV…
      </Button>
    </>
  )
}
