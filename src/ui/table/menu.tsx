/** The menu in a table's corner: visible columns and their order, the filter, and copies. */
import { type ReactNode, useState } from 'react'
import { Dialog, DialogTrigger, Popover, Button as Trigger } from 'react-aria-components'
import { Button } from '../button.tsx'
import { Checkbox } from '../choices.tsx'
import { usePanelOffers } from '../panel.tsx'
import type { Column } from './column.ts'
import type { CopyFormat } from './copy-text.ts'
import styles from './menu.module.css'
import { isChosen, orderedColumns, type TableState, UNTOUCHED, withColumn, withColumnMoved } from './table-state.ts'

interface TableMenuProps<Row> {
  /** Name of the table. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly state: TableState
  readonly onState: (state: TableState) => void
  /** Chosen columns that do not fit the panel. */
  readonly hidden: readonly Column<Row>[]
  readonly hasRows: boolean
  readonly hasSelection: boolean
  readonly onFind: () => void
  readonly onCopy: (what: 'selection' | 'all', format: CopyFormat) => void
}

const FORMATS = [
  ['text', 'Text'],
  ['csv', 'CSV'],
] as const

export function TableMenu<Row>(props: TableMenuProps<Row>): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const text = hiddenColumnsText(props.hidden)
  usePanelOffers('columns', [{ id: props.label, label: props.label, choose: () => setOpen(true) }])
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Trigger
        className={styles.trigger ?? ''}
        aria-label={[`Columns and copy: ${props.label}`, ...(text === null ? [] : [text])].join('. ')}
      >
        {text === null ? (
          <span aria-hidden>⋯</span>
        ) : (
          // Drawn by CSS: the button's name starts with what it opens.
          <span className={styles.hidden} title={text} data-count={`+${props.hidden.length}`} />
        )}
      </Trigger>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={2}>
        <Dialog className={styles.dialog ?? ''} aria-label={`Columns and copy: ${props.label}`}>
          {({ close }) => <Choices {...props} close={close} />}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

/** `No room for Age and To mark`; null where every chosen column is shown. */
export function hiddenColumnsText(hidden: readonly { readonly title: string }[]): string | null {
  const titles = hidden.map(({ title }) => title)
  if (titles.length === 0) return null
  return `No room for ${[titles.slice(0, -1).join(', '), titles.at(-1)].filter((part) => part !== '').join(' and ')}`
}

function Choices<Row>(props: TableMenuProps<Row> & { readonly close: () => void }): ReactNode {
  const { columns, state, onState, hidden, hasRows, hasSelection, onFind, onCopy, close } = props
  const all = orderedColumns(columns, state)
  return (
    <>
      <h3 className={styles.heading}>Columns</h3>
      <ul>
        {all.map((column, index) => (
          <li key={column.id} className={styles.column}>
            <Checkbox
              label={column.title}
              checked={isChosen(column, state)}
              disabled={column.stays === true}
              onChange={(isShown) => onState(withColumn(state, column, isShown))}
            />
            {hidden.some(({ id }) => id === column.id) && <span className={styles.noRoom}>no room</span>}
            <Move title={column.title} way="before" isOff={index === 0} onPress={move(column, -1)} />
            <Move title={column.title} way="after" isOff={index === all.length - 1} onPress={move(column, 1)} />
          </li>
        ))}
      </ul>
      <div className={styles.column}>
        <Checkbox
          label="Scroll horizontally instead of hiding columns"
          checked={state.scrolls}
          onChange={(scrolls) => onState({ ...state, scrolls })}
        />
      </div>
      <div className={styles.line}>
        <Button
          size="small"
          onClick={() => onState({ ...UNTOUCHED, filter: state.filter, collapsed: state.collapsed })}
        >
          Reset table
        </Button>
        <Button
          size="small"
          onClick={() => {
            close()
            onFind()
          }}
        >
          Filter rows
        </Button>
      </div>
      <h3 className={styles.heading}>Copy</h3>
      {(['all', 'selection'] as const).map((what) => (
        <div key={what} className={styles.line}>
          <span>{what === 'all' ? 'All rows shown' : hasSelection ? 'Selected rows' : 'This row'}</span>
          {FORMATS.map(([format, name]) => (
            <Button
              key={format}
              size="small"
              aria-label={what === 'all' ? `Copy all rows as ${name}` : `Copy selected rows as ${name}`}
              disabled={!hasRows}
              onClick={() => {
                onCopy(what, format)
                close()
              }}
            >
              {name}
            </Button>
          ))}
        </div>
      ))}
    </>
  )

  function move(column: Column<Row>, step: -1 | 1): () => void {
    return () => onState(withColumnMoved(state, columns, column.id, step))
  }
}

interface MoveProps {
  readonly title: string
  readonly way: 'before' | 'after'
  readonly isOff: boolean
  readonly onPress: () => void
}

const Move = ({ title, way, isOff, onPress }: MoveProps): ReactNode => (
  <Button
    size="small"
    variant="bare"
    disabled={isOff}
    aria-label={way === 'before' ? `Move ${title} one to the left` : `Move ${title} one to the right`}
    onClick={onPress}
  >
    <span aria-hidden>{way === 'before' ? '↑' : '↓'}</span>
  </Button>
)
