/** Exit plans as typed and displayed: fields, their results, and the exits line of a position. */

export {
  type ExitDraft,
  NO_EXIT_DRAFT,
  readExitDraft,
  type StopAt,
  stopAtOf,
  withoutRiskStop,
  withPinnedStop,
  withRiskStop,
  withRiskStopAt,
} from './exit-draft.ts'
export { ExitFields, moneyAt, moneyOf } from './exit-fields.tsx'
export {
  type ExitsLine,
  exitName,
  exitsDetail,
  exitsLine,
  HELD_TEXTS,
  type HeldExit,
  heldName,
  heldRevision,
  isDraggable,
} from './exit-labels.ts'
export {
  type ExitReading,
  type ExitTexts,
  firstUnit,
  inUnit,
  NO_EXITS,
  type ReadExits,
  readExits,
} from './exit-texts.ts'
export { coveredByOthers, freeOf, type HeldPlan, heldPlans, sharesOfPlan, textsOfPlan } from './held-plan.ts'
export { CancelPlan, MoveExitForm } from './move-exit-form.tsx'
export { type PlanAhead, sideOpened, usePlanAhead, useStopAhead } from './plan-ahead.ts'
export { firstOf, sharesOfTemplate, TemplateMenu, templateOf, textsOfTemplate, useTemplates } from './template-menu.tsx'
export { otherSideText, useTicketExits } from './ticket-exits.tsx'
