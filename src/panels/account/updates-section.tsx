/** The terminal's own next version. */
import { type ReactNode, useState } from 'react'
import { wordsOf } from '../../bridge/index.ts'
import { UpdateDetails } from '../../updates/index.ts'
import { type Outcome, Section, Told } from './parts.tsx'

export function UpdatesSection(): ReactNode {
  const [outcome, setOutcome] = useState<Outcome>(null)
  /** Only what was refused at once: what is under way, and how it ended, is told by the state. */
  const tell = (title: string, asked: Promise<unknown>): void => {
    asked.then(
      () => setOutcome(null),
      (error: unknown) => setOutcome({ ok: false, words: `${title}. ${wordsOf(error)}`, about: null }),
    )
  }
  return (
    <Section title="Updates">
      <UpdateDetails refused={tell} />
      <Told outcome={outcome} />
    </Section>
  )
}
