/** The trader's guide from the docs, with its pictures: bundled with the terminal, without the network. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, Dialog, Skeleton } from '../ui/index.ts'
import { type Block, type GuideSection, type GuideSpan, guideSections } from './guide-text.ts'
import styles from './help.module.css'

const PICTURES: Readonly<Record<string, string>> = import.meta.glob('../../docs/pictures/guide-*.png', {
  query: '?url',
  import: 'default',
  eager: true,
})

export function GuideDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [sections, setSections] = useState<readonly GuideSection[] | null>(null)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    void import('../../docs/guide.md?raw').then((page) => setSections(guideSections(page.default)))
  }, [])
  const show = (title: string): void => {
    const go = (): void =>
      list.current?.querySelector(`[data-section="${CSS.escape(title)}"]`)?.scrollIntoView({ block: 'start' })
    go()
    // Pictures that are still loading push away what is below them.
    const loading = [...(list.current?.querySelectorAll('img') ?? [])].filter(({ complete }) => !complete)
    if (loading.length > 0) void Promise.allSettled(loading.map((picture) => picture.decode())).then(go)
  }
  return (
    <Dialog title="Guide" onClose={onClose} isWide actions={<Button onClick={onClose}>Close</Button>}>
      {sections === null ? (
        <Skeleton rows={12} label="Loading guide" />
      ) : (
        <div className={styles.guide}>
          <nav aria-label="Guide sections" className={styles.contents}>
            {sections.map(({ title }) => (
              <button key={title} type="button" onClick={() => show(title)}>
                {title}
              </button>
            ))}
          </nav>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll from the keyboard */}
          <section ref={list} className={styles.page} tabIndex={0} aria-label="The guide">
            {sections.map(({ title, blocks }) => (
              <section key={title} aria-label={title} data-section={title}>
                <h3>{title}</h3>
                {blocks.map((block, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the page does not change
                  <Part key={at} block={block} />
                ))}
              </section>
            ))}
          </section>
        </div>
      )}
    </Dialog>
  )
}

function Part({ block }: { readonly block: Block }): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Pieces pieces={block.pieces} />
        </p>
      )
    case 'heading':
      return <h4>{block.text}</h4>
    case 'picture': {
      const url = PICTURES[`../../docs/${block.file}`]
      return url === undefined ? null : <img src={url} alt={block.text} />
    }
    case 'list': {
      const List = block.isNumbered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((pieces, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the page does not change
            <li key={at}>
              <Pieces pieces={pieces} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        <table>
          <tbody>
            {block.rows.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the page does not change
              <tr key={line}>
                {row.map((pieces, at) => {
                  const Cell = line === 0 ? 'th' : 'td'
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the page does not change
                    <Cell key={at}>
                      <Pieces pieces={pieces} />
                    </Cell>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )
  }
}

const TAGS = { plain: 'span', strong: 'strong', written: 'em', code: 'code' } as const

const Pieces = ({ pieces }: { readonly pieces: readonly GuideSpan[] }): ReactNode =>
  pieces.map(({ kind, text }, at) => {
    const Tag = TAGS[kind]
    // biome-ignore lint/suspicious/noArrayIndexKey: the page does not change
    return <Tag key={at}>{text}</Tag>
  })
