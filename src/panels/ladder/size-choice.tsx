/** The sizes that a press may have, and the way to other ones. */
import { type ReactNode, useState } from 'react'
import { trimZeros } from '../../../contract/decimal.ts'
import { grouped } from '../../format/index.ts'
import type { LadderSizes } from '../../markets/ladder/index.ts'
import { Button, Dialog, TextField } from '../../ui/index.ts'
import styles from './ladder.module.css'
import { type ChosenSizes, sizesOf, typedSizes } from './sizes.ts'

interface SizeChoiceProps {
  readonly sizes: LadderSizes
  readonly chosen: ChosenSizes
  readonly onChange: (chosen: ChosenSizes) => void
}

export function SizeChoice({ sizes, chosen, onChange }: SizeChoiceProps): ReactNode {
  const [edits, edit] = useState(false)
  const { all, at } = sizesOf(chosen, sizes)
  return (
    <fieldset className={styles.sizes} aria-label="Size of a press">
      {all.map((size, index) => {
        const text = grouped(trimZeros(size))
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a size is known by its place, as its key is
            key={index}
            type="button"
            className={styles.size}
            aria-pressed={index === at}
            aria-label={`${text} ${sizes.unit}`}
            title={`${text} ${sizes.unit}, key ${index + 1}`}
            onClick={() => onChange({ sizes: chosen.sizes, at: index })}
          >
            {text}
            {index === at && <span className={styles.unit}> {sizes.unit}</span>}
          </button>
        )
      })}
      <Button
        size="small"
        variant="bare"
        aria-label="Change the sizes"
        title="Change the sizes"
        onClick={() => edit(true)}
      >
        …
      </Button>
      {edits && (
        <EditSizes
          sizes={sizes}
          text={all.map((size) => trimZeros(size)).join(' ')}
          onDone={(next) => {
            edit(false)
            if (next !== null) onChange({ sizes: next, at: Math.min(at, next.length - 1) })
          }}
        />
      )}
    </fieldset>
  )
}

interface EditSizesProps {
  readonly sizes: LadderSizes
  readonly text: string
  /** With the new sizes, or null where they stay. */
  readonly onDone: (sizes: ChosenSizes['sizes'] | null) => void
}

function EditSizes({ sizes, text: before, onDone }: EditSizesProps): ReactNode {
  const [text, setText] = useState(before)
  const [tried, setTried] = useState(false)
  const typed = typedSizes(text, sizes)
  const save = (): void => {
    setTried(true)
    if ('sizes' in typed) onDone(typed.sizes)
  }
  return (
    <Dialog
      title="Sizes of the ladder"
      onClose={() => onDone(null)}
      onSubmit={save}
      actions={
        <>
          <Button onClick={() => onDone(null)}>Leave as they are</Button>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </>
      }
    >
      <TextField
        label={`Sizes in ${sizes.unit}, with spaces between them`}
        value={text}
        onChange={setText}
        error={tried && 'issue' in typed ? typed.issue : null}
      />
    </Dialog>
  )
}
