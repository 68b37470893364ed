/** The market chooser: a button that opens a search over every market that its panel can show. Arrows and Enter choose; typing opens it too. */
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import {
  Autocomplete,
  Button,
  Dialog,
  DialogTrigger,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Popover,
  SearchField,
} from 'react-aria-components'
import { refText } from '../../../contract/market-ref.ts'
import { useTopic } from '../../market-data/index.ts'
import { Shortened } from '../../ui/index.ts'
import { marketSections, useChooseMarket, useMarketRef, usePanel } from '../../workspace/index.ts'
import styles from './market-chooser.module.css'
import { MESSAGES } from './messages.ts'
import { panelKind } from './panel-table.tsx'

/** Number of frames in which the panel may still be remounted. */
const FRAMES = 30

interface MarketChooserProps {
  /** Accessible name of the button. */
  readonly label: string
  readonly children: ReactNode
  /** Rendered as part of a panel's head rather than as a button. */
  readonly look?: 'head' | 'button'
}

export function MarketChooser({ label, children, look = 'button' }: MarketChooserProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setTyped(event.key)
  }
  return (
    <DialogTrigger isOpen={typed !== null} onOpenChange={(open) => setTyped(open ? '' : null)}>
      <span className={styles.keys} data-market-chooser="" onKeyDownCapture={typed === null ? onKeyDown : undefined}>
        <Button className={(look === 'head' ? styles.head : styles.button) ?? ''} aria-label={label}>
          {children}
        </Button>
      </span>
      <Popover className={styles.popover ?? ''} placement="bottom start" offset={4}>
        <Dialog className={styles.dialog ?? ''} aria-label={label}>
          <Choices typed={typed ?? ''} onTyped={setTyped} onDone={() => setTyped(null)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

interface ChoicesProps {
  readonly typed: string
  readonly onTyped: (typed: string) => void
  readonly onDone: () => void
}

function Choices({ typed, onTyped, onDone }: ChoicesProps): ReactNode {
  const panel = usePanel()
  const shown = useMarketRef()
  const choose = useChooseMarket()
  const markets = useTopic({ kind: 'markets' })
  const { sections, more } = marketSections(markets, panelKind(panel.kind).shows ?? [], typed)
  const entries = sections.flatMap((section) => section.entries)
  return (
    <Autocomplete inputValue={typed} onInputChange={onTyped}>
      {/* One Escape closes it: the typed text is not worth a second one. */}
      <SearchField aria-label={MESSAGES.search} className={styles.search ?? ''} autoFocus>
        <Input
          onKeyDownCapture={(event) => {
            if (event.key === 'Escape') onDone()
          }}
          className={styles.input ?? ''}
          placeholder={MESSAGES.search}
        />
      </SearchField>
      <Menu
        className={styles.list ?? ''}
        aria-label="Markets"
        renderEmptyState={() => <p className={styles.none}>No markets match.</p>}
        onAction={(key) => {
          const chosen = entries.find((entry) => entry.key === key)
          if (chosen !== undefined) {
            choose(chosen.ref)
            returnFocusToChooser(panel.id)
          }
          onDone()
        }}
      >
        {sections.map((section) => (
          <MenuSection key={section.title} className={styles.section ?? ''}>
            <Header className={styles.heading ?? ''}>{section.title}</Header>
            {section.entries.map(({ key, title, note }) => (
              <MenuItem key={key} id={key} textValue={title} className={styles.item ?? ''}>
                <span className={styles.mark} aria-hidden="true">
                  {shown !== null && refText(shown) === key ? '•' : ''}
                </span>
                <span className={styles.title} title={title}>
                  <Shortened text={title} />
                </span>
                {note !== null && <span className={styles.note}>{note}</span>}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
      {more > 0 && <p className={styles.more}>{more} more. Type to filter.</p>}
    </Autocomplete>
  )
}

/**
 * Returns the focus to the chooser of a panel whose button is gone, within the frames in which the panel may be remounted. An element that has the
 * focus keeps it. @param id id of the panel
 */
function returnFocusToChooser(id: string, frames = FRAMES): void {
  if (frames === 0) return
  requestAnimationFrame(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) {
      document.querySelector<HTMLElement>(`[data-panel-id="${CSS.escape(id)}"] [data-market-chooser] button`)?.focus()
    }
    returnFocusToChooser(id, frames - 1)
  })
}
