/** The ways to order in a scalar market, in the order in which they are offered: another one is another row of the table. */
import type { ComponentType, ReactNode } from 'react'
import { useKindHeld } from '../../ticket/index.ts'
import { Segmented, usePanelOffers } from '../../ui/index.ts'
import { type ScalarDraft, useChangeDraft, useDraft } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import { PredictForm } from './predict-form.tsx'
import { ScalarAlgo } from './scalar-algo.tsx'
import { TicketForm } from './ticket-form.tsx'
import type { ModeFormProps } from './use-ticket.ts'

type Mode = ScalarDraft['mode']

const MODES: { readonly [M in Mode]: { readonly label: string; readonly Form: ComponentType<ModeFormProps> } } = {
  limit: { label: MESSAGES.modes.limit, Form: (props) => <TicketForm {...props} mode="limit" /> },
  market: { label: MESSAGES.modes.market, Form: (props) => <TicketForm {...props} mode="market" /> },
  predict: { label: MESSAGES.modes.predict, Form: PredictForm },
  scale: { label: MESSAGES.modes.scale, Form: (props) => <ScalarAlgo {...props} kind="scale" /> },
  slices: { label: MESSAGES.modes.slices, Form: (props) => <ScalarAlgo {...props} kind="slices" /> },
}
const OPTIONS = (Object.keys(MODES) as Mode[]).map((value) => ({ value, label: MODES[value].label }))

export function ModeForm(props: Omit<ModeFormProps, 'choices'>): ReactNode {
  const { mode } = useDraft('scalar')
  const change = useChangeDraft('scalar')
  const isHeld = useKindHeld()
  const choose = (next: Mode): void => {
    if (!isHeld) change({ mode: next })
  }
  const { Form } = MODES[mode]
  usePanelOffers(
    'order',
    OPTIONS.map(({ value, label }) => ({
      ...{ id: value, label, selected: value === mode },
      choose: () => choose(value),
    })),
  )
  return (
    <Form
      {...props}
      choices={<Segmented label={MESSAGES.kinds} options={OPTIONS} value={mode} disabled={isHeld} onChange={choose} />}
    />
  )
}
