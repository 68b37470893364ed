/** Which tag rows are narrowed to; nothing where no note has one. */
import type { ReactNode } from 'react'
import type { TagCount } from '../../contract/notes.ts'
import { Menu } from '../ui/index.ts'
import styles from './notes.module.css'

interface TagChoiceProps {
  readonly tags: readonly TagCount[]
  /** Null: all rows. */
  readonly value: string | null
  readonly onChange: (tag: string | null) => void
}

export function TagChoice({ tags, value, onChange }: TagChoiceProps): ReactNode {
  // One that no note has any more can still be given up.
  const listed = value === null || tags.some(({ tag }) => tag === value) ? tags : [{ tag: value, count: 0 }, ...tags]
  if (listed.length === 0) return null
  const words = value === null ? 'All' : `#${value}`
  return (
    <span className={styles.choice}>
      Tag
      <Menu
        label={`Tag: ${words}`}
        placement="bottom start"
        entries={[
          { id: 'all', label: 'All', selected: value === null, onAction: () => onChange(null) },
          ...listed.map(({ tag, count }) => ({
            id: `#${tag}`,
            label: `#${tag}`,
            note: count,
            selected: tag === value,
            onAction: () => onChange(tag),
          })),
        ]}
      >
        {words} ▾
      </Menu>
    </span>
  )
}
