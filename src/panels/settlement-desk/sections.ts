/** The sections of the desk, from the top down: one is added by a component and a line here. */
import type { ComponentType } from 'react'
import { AssumptionsForm } from './assumptions-form.tsx'
import { BinaryWorth } from './binary-worth.tsx'
import type { SectionProps } from './desk.ts'
import { HourSection } from './hour-section.tsx'
import { LevelLadder } from './level-ladder.tsx'
import { QuestionSection } from './question-section.tsx'
import { WhereItSettles } from './where-it-settles.tsx'

interface DeskSection {
  readonly id: string
  readonly title: string
  readonly Section: ComponentType<SectionProps>
}

export const SECTIONS: readonly DeskSection[] = [
  { id: 'where', title: 'Where it may settle', Section: WhereItSettles },
  { id: 'levels', title: 'Levels', Section: LevelLadder },
  { id: 'binary', title: 'Binary UP', Section: BinaryWorth },
  { id: 'hour', title: 'The same hour', Section: HourSection },
  { id: 'question', title: 'Implied by outcomes', Section: QuestionSection },
  { id: 'assumptions', title: 'Assumptions', Section: AssumptionsForm },
]
