/** For how long fills and orders are kept one by one: a choice, and before less is kept, what that takes away. */
import { type ReactNode, useState } from 'react'
import { KEEP_WORDS, KEEPS, type KeepRecords, type RecordsView } from '../../../contract/record-keeping.ts'
import { useCall } from '../../bridge/index.ts'
import { Banner, Button, Segmented } from '../../ui/index.ts'
import styles from './account.module.css'
import { Told, useAsked } from './parts.tsx'
import { planWords } from './record-words.ts'

const OPTIONS = KEEPS.map((value) => ({ value, label: KEEP_WORDS[value] }))

interface KeepRecordsFormProps {
  readonly records: RecordsView
  readonly onChanged: () => void
}

export function KeepRecordsForm({ records, onChanged }: KeepRecordsFormProps): ReactNode {
  const call = useCall()
  const { busy, outcome, ask } = useAsked()
  const [asking, setAsking] = useState<KeepRecords | null>(null)
  const { keep } = records
  const plan = asking === null ? null : planWords(records, asking)

  const save = (choice: KeepRecords): void => {
    setAsking(null)
    ask(async () => {
      await call('saveKeepRecords', { keep: choice })
      onChanged()
      return choice === 'everything'
        ? 'Everything is kept from now on. What was put together stays so.'
        : `${KEEP_WORDS[choice]} ${choice === 'one_year' ? 'is' : 'are'} kept one by one, on every deployment of this machine.`
    })
  }

  const choose = (choice: KeepRecords): void => {
    if (planWords(records, choice) !== null) setAsking(choice)
    else if (choice === keep) setAsking(null)
    else save(choice)
  }

  return (
    <>
      <h4>Keep fills and orders</h4>
      <Segmented<KeepRecords>
        look="tiles"
        label="Keep fills and orders"
        options={OPTIONS}
        value={asking ?? keep}
        onChange={choose}
        disabled={busy}
      />
      {asking !== null && plan !== null && (
        <Banner tone="warning" title={`Keep ${KEEP_WORDS[asking]} only?`}>
          <div className={styles.form}>
            {plan.map((words) => (
              <p key={words} className={styles.detail}>
                {words}
              </p>
            ))}
            <div className={styles.buttons}>
              <Button variant="danger" onClick={() => save(asking)}>
                Yes, keep {KEEP_WORDS[asking]}
              </Button>
              <Button variant="bare" onClick={() => setAsking(null)}>
                Leave it at {KEEP_WORDS[keep]}
              </Button>
            </div>
          </div>
        </Banner>
      )}
      <Told outcome={outcome} />
      <p className={styles.detail}>
        What is older is put together to sums with an opening balance for each market: no total, result, trade or note
        changes, and settlements, conversions and transfers stay as they are. It can no longer be listed, searched by an
        id or written to CSV row by row. The file does not get smaller; the room is used for what comes next.
      </p>
    </>
  )
}
