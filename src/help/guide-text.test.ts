import { describe, expect, it } from 'vitest'
import guide from '../../docs/guide.md?raw'
import { guideSections } from './guide-text.ts'

describe('a page of the guide', () => {
  it('is split into sections of paragraphs, lists, tables, headings and pictures', () => {
    const page = [
      '# Guide\n\nBefore.\n\n## One\n\nA **bold** line\nthat goes on.\n\n![What it shows](pictures/a.png)',
      '\n\n1. First\n   of all\n2. Then\n\n## Two\n\n### Less\n\n- a\n- b\n\n| x | y |\n|---|---|\n| `c` | d |\n',
    ].join('')
    expect(guideSections(page)).toEqual([
      {
        title: 'One',
        blocks: [
          {
            kind: 'paragraph',
            pieces: [
              { kind: 'plain', text: 'A ' },
              { kind: 'strong', text: 'bold' },
              { kind: 'plain', text: ' line that goes on.' },
            ],
          },
          { kind: 'picture', text: 'What it shows', file: 'pictures/a.png' },
          {
            kind: 'list',
            isNumbered: true,
            items: [[{ kind: 'plain', text: 'First of all' }], [{ kind: 'plain', text: 'Then' }]],
          },
        ],
      },
      {
        title: 'Two',
        blocks: [
          { kind: 'heading', text: 'Less' },
          { kind: 'list', isNumbered: false, items: [[{ kind: 'plain', text: 'a' }], [{ kind: 'plain', text: 'b' }]] },
          {
            kind: 'table',
            rows: [
              [[{ kind: 'plain', text: 'x' }], [{ kind: 'plain', text: 'y' }]],
              [[{ kind: 'code', text: 'c' }], [{ kind: 'plain', text: 'd' }]],
            ],
          },
        ],
      },
    ])
  })

  it('keeps only the text of a link', () => {
    const pieces = [
      { kind: 'plain', text: 'see the ' },
      { kind: 'written', text: 'keys' },
      { kind: 'plain', text: ', too' },
    ]
    expect(guideSections('# Guide\n\n## One\n\nsee [the *keys*](docs/keys.md), too')).toEqual([
      { title: 'One', blocks: [{ kind: 'paragraph', pieces }] },
    ])
  })

  it('of the guide itself has no Markdown left in any text', () => {
    const sections = guideSections(guide)
    expect(sections.length).toBeGreaterThan(10)
    const text = JSON.stringify(sections, (_key, value: unknown) => (isCode(value) ? '' : value))
    expect(text).not.toMatch(/\*\*|\]\(|`|## /)
    for (const { blocks } of sections) expect(blocks.length).toBeGreaterThan(0)
  })
})

const isCode = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'code'
