/** Below the rows, at a fixed height: the last order and its result, a pending move, and explanations of the columns. */
import type { ReactNode } from 'react'
import type { Position } from '../../../contract/account.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import type { MoveView } from '../../../contract/move.ts'
import type { Millis } from '../../../contract/time.ts'
import { HELD_TEXTS } from '../../exit-plan/index.ts'
import { timeText } from '../../format/index.ts'
import { PhaseBanner } from '../../market-parts/index.ts'
import type { PriceView } from '../../markets/family/index.ts'
import type { MarketLadder } from '../../markets/ladder/index.ts'
import { FollowLine, UnverifiedPrompts } from '../../orders/index.ts'
import type { Submission } from '../../trade-forms/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './ladder.module.css'
import { MESSAGES } from './messages.ts'
import type { Moving } from './own-actions.tsx'
import { moveText } from './own-things.ts'
import type { Drag } from './use-drag.ts'
import type { LadderPresses } from './use-ladder-presses.ts'
import type { OneClick } from './use-one-click.ts'

interface LadderFootProps {
  readonly instrument: Instrument
  readonly ladder: MarketLadder
  readonly view: PriceView
  readonly presses: LadderPresses
  readonly oneClick: OneClick
  /** Why a press can send no entry now; null where it can. */
  readonly off: string | null
  readonly drag: Drag
  readonly moving: Moving
  readonly position: Position | null
  readonly since: Millis | null
  /** Whether Center waits for the pointer to leave. */
  readonly isWaiting: boolean
  /** Why a cancel was refused; null if none was. */
  readonly failure: string | null
}

export function LadderFoot(props: LadderFootProps): ReactNode {
  const { instrument, ladder, view, presses, oneClick, off, drag, moving, position, since, isWaiting, failure } = props
  const text = footText({ failure, presses, moving, oneClick })
  const pays = position === null ? null : ladder.pays(position)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what does not fit is scrolled to by keys
    <div className={styles.foot} tabIndex={0}>
      {moving.unreplaced !== null && <Unreplaced move={moving.unreplaced} moving={moving} />}
      {drag.dragged !== null && <MoveQuestion drag={drag} view={view} />}
      {oneClick.isArmed && <UnverifiedPrompts only={['place', 'outcome_order']} />}
      <PhaseBanner instrument={instrument} />
      {text !== null ? (
        <p className={styles.prose} role="alert">
          {text}
        </p>
      ) : isWaiting ? (
        <p className={styles.prose} role="status">
          {MESSAGES.centresLater}
        </p>
      ) : (
        <FollowLine
          sender={presses.sender}
          draft={instrument.key}
          {...(instrument.asset === null ? {} : { asset: instrument.asset })}
        >
          {ladder.staysPut !== null ? ladder.note : oneClick.isArmed ? (off ?? ARMED) : DISARMED}
        </FollowLine>
      )}
      <p className={styles.facts}>
        {oneClick.reason !== null && oneClick.reason !== text && <span role="status">{oneClick.reason}</span>}
        {off !== null && !oneClick.isArmed && <span role="status">{off}</span>}
        {ladder.staysPut !== null && <span>{ladder.staysPut}</span>}
        {pays !== null && <span>Position {pays}.</span>}
        {since !== null && <span>Volume since {timeText(since)}.</span>}
      </p>
    </div>
  )
}

interface FootText {
  readonly failure: string | null
  readonly presses: Pick<LadderPresses, 'text'> & {
    readonly sender: { readonly submission: Pick<Submission, 'state'> }
  }
  readonly moving: Pick<Moving, 'text'>
  readonly oneClick: Pick<OneClick, 'reason'>
}

/** The text in place of the last order's result; null where that is shown. The reason of a click without effect is never covered. Pure. */
export function footText({ failure, presses, moving, oneClick }: FootText): string | null {
  const message = presses.text ?? failure ?? moving.text
  if (message !== null) return message
  return presses.sender.submission.state === 'idle' ? oneClick.reason : null
}

const ARMED = 'ARMED: click sends at once · Esc disarms'
const DISARMED = 'Click: fill ticket · Drag: move your order, stop or target · Right-click: cancel'

function MoveQuestion({ drag, view }: { drag: Drag; view: PriceView }): ReactNode {
  const { dragged } = drag
  if (dragged === null) return null
  const { thing, to, state } = dragged
  const asks = state === 'asks'
  return (
    <section className={styles.move} aria-label={thing.kind === 'order' ? 'Move order' : HELD_TEXTS[thing.name].move}>
      <p role="status">
        {moveText(thing)}: {view.named(thing.price)} → {view.named(to)}{' '}
        <span className={styles.faint}>
          ({view.second(thing.price)} → {view.second(to)})
        </span>
      </p>
      {asks && (
        <div className={styles.answers}>
          <Button size="small" variant="primary" title="Enter" onClick={() => drag.send()}>
            {thing.kind === 'order' ? MESSAGES.replace : HELD_TEXTS[thing.name].move}
          </Button>
          <Button size="small" title="Esc" onClick={() => drag.leave()}>
            {MESSAGES.leave}
          </Button>
          <span className={styles.faint}>{thing.kind === 'order' ? MESSAGES.losesPlace : `${MESSAGES.held}.`}</span>
        </div>
      )}
    </section>
  )
}

/** The old order is gone and there is no new one: nothing more happens automatically. */
const Unreplaced = ({ move, moving }: { move: MoveView; moving: Moving }): ReactNode => (
  <section className={styles.move} aria-label="Unfinished move">
    <p role="alert">
      Canceled, not replaced: {move.order.side} at {move.price}. {move.message}
    </p>
    <div className={styles.answers}>
      <Button size="small" variant="primary" onClick={() => moving.retry(move.id)}>
        Place again
      </Button>
      <Button size="small" onClick={() => moving.leave(move.id)}>
        {MESSAGES.leave}
      </Button>
    </div>
  </section>
)
