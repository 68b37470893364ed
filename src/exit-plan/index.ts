/** Exit plans as they are typed and told: fields, what they come to, and what a position says of its exits. */

export { CancelPlan } from './cancel-plan.tsx'
export {
  type ExitDraft,
  NO_EXIT_DRAFT,
  readExitDraft,
  type StopAt,
  stopAtOf,
  withKeptStop,
  withoutRiskStop,
  withRiskStop,
  withRiskStopAt,
} from './exit-draft.ts'
export { ExitFields } from './exit-fields.tsx'
export { type ExitsLine, exitName, exitsDetail, exitsLine } from './exit-labels.ts'
export { moneyAt, moneyOf } from './exit-money.ts'
export {
  type ExitReading,
  type ExitTexts,
  firstUnit,
  inUnit,
  NO_EXITS,
  type ReadExits,
  readExits,
} from './exit-texts.ts'
export { type HeldExit, heldName, heldRevision, isDraggable } from './held-exit.ts'
export { MoveExitForm } from './move-exit-form.tsx'
export { type PlanAhead, usePlanAhead } from './plan-ahead.ts'
export { sideOpened } from './side-opened.ts'
export { useStopAhead } from './stop-ahead.ts'
export { firstOf, TemplateMenu, useTemplates } from './template-menu.tsx'
export { sharesOfTemplate, templateOf, textsOfTemplate } from './template-texts.ts'
export { otherSideText, useTicketExits } from './ticket-exits.tsx'
