/**
 * Detects user input in a window: a call that loosens the trader's safety controls counts only right after real input (key, button or touch) in the
 * calling window, as main learns it from the browser process. A page cannot forge that. Without it, main asks in a native dialog, which the page can
 * neither see nor answer.
 */
import type { WebContents } from 'electron'
import type { SafeBlock, SafeText } from '../../contract/safe-text.ts'
import type { Clock } from '../../contract/time.ts'
import { CallError } from '../errors.ts'
import type { Log } from '../log/index.ts'
import { TokenBucket } from './call-rates.ts'

/** A question by main. */
export interface Question {
  readonly message: SafeText
  /** The exact change, from and to. */
  readonly detail: SafeBlock
  /** The confirming button. */
  readonly confirm: string
  /** An optional third button for an alternative. */
  readonly otherwise?: string
  /** A click in the window is not enough: the action cannot be undone, or shows something that the window may not have shown. */
  readonly always?: true
  /** Without a click in the window it is refused, and nobody is asked: a page must not even be able to show the dialog. */
  readonly needsPress?: true
}

export type UserInput = ReturnType<typeof createUserInput>

interface HandsOptions {
  readonly clock: Pick<Clock, 'monotonic'>
  /** Asks in a native dialog on the window; anything but a clear yes is no. */
  readonly ask: (contents: WebContents, question: Question) => Promise<boolean>
  /** A user without movement for this long is away, ms. */
  readonly awayAfterMs: number
  /** The user is back. */
  readonly returned: () => void
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** How long after an input a call may use it, ms. */
const RECENT_MS = 2000
/** A window that opens one dialog after the other is ignored for a while. */
const BOXES = { burst: 3, everyMs: 20_000 } as const
/** So are all windows together: a page may open one window after the other. */
const BOXES_OF_ALL = { burst: 6, everyMs: 20_000 } as const

const notPressed = (): CallError =>
  new CallError('not_by_hand', 'Nothing was done: this needs a key press or click in this window.')
const busy = (): CallError => new CallError('asking', 'A dialog is already open for this window. Answer it first.')

export function createUserInput({ clock, ask, awayAfterMs, returned, log }: HandsOptions) {
  const pressedAt = new WeakMap<WebContents, number>()
  /** Includes releases and key repeats: they show that a person is at the window, and loosen nothing. */
  const usedAt = new WeakMap<WebContents, number>()
  const touched = new WeakSet<WebContents>()
  const asking = new WeakSet<WebContents>()
  const boxes = new WeakMap<WebContents, TokenBucket>()
  let movedAt = Number.NEGATIVE_INFINITY
  const boxesOfAll = new TokenBucket(BOXES_OF_ALL, () => clock.monotonic())

  const areThere = (): boolean => clock.monotonic() - movedAt < awayAfterMs

  function takeBox(contents: WebContents): void {
    const bucket = boxes.get(contents) ?? new TokenBucket(BOXES, () => clock.monotonic())
    boxes.set(contents, bucket)
    if (bucket.take() === 0 && boxesOfAll.take() === 0) return
    throw new CallError(
      'not_by_hand',
      'Nothing was changed: this needs a key press or click in this window. Try again.',
    )
  }

  /** @param isPressed a dialog after user input does not count towards the limit. */
  async function askOnce(
    contents: WebContents,
    { message, detail, confirm }: Question,
    isPressed: boolean,
  ): Promise<boolean> {
    if (asking.has(contents)) throw busy()
    if (!isPressed) takeBox(contents)
    asking.add(contents)
    try {
      log.warn({ message, detail }, 'the trader is asked in a box')
      return await ask(contents, { message, detail, confirm })
    } finally {
      asking.delete(contents)
    }
  }

  const isRecent = (at: number | undefined): boolean => at !== undefined && clock.monotonic() - at <= RECENT_MS

  /** The trader chose something for this window in a system menu, or in the tray: this counts as input in it. */
  function chose(contents: WebContents): void {
    pressedAt.set(contents, clock.monotonic())
    usedAt.set(contents, clock.monotonic())
    touched.add(contents)
  }

  return {
    /** Whether a key, button or finger went down or up in a window within the last moments, as at the end of a long drag. Does not use up the input. */
    isPressed: (contents: WebContents): boolean => isRecent(usedAt.get(contents)),
    chose,
    /** Listens to a window's input for as long as it exists. */
    follow(contents: WebContents): void {
      const used = (): void => void usedAt.set(contents, clock.monotonic())
      const pressed = (): void => chose(contents)
      const moved = (): void => {
        const wereThere = areThere()
        movedAt = clock.monotonic()
        if (!wereThere) returned()
      }
      contents.on('before-input-event', (_event, { type, isAutoRepeat }) => {
        moved()
        if (type === 'keyDown') isAutoRepeat ? used() : pressed()
      })
      contents.on('before-mouse-event', (_event, { type }) => {
        moved()
        if (type === 'mouseDown') pressed()
        if (type === 'mouseUp') used()
      })
      contents.on('input-event', (_event, { type }) => {
        moved()
        if (type === 'touchStart') pressed()
        if (type === 'touchEnd') used()
      })
    },
    /** Whether there was any input in a window since it was last forgotten. */
    wasAt: (contents: WebContents): boolean => touched.has(contents),
    forget: (contents: WebContents): void => void touched.delete(contents),
    /** Whether there was any input or movement in any window within the last moments. */
    areThere,
    /**
     * Returns when nothing is loosened (`question` returns null), when there is sufficient user input, or when the trader confirms. Each input counts
     * for one call.
     * @throws CallError when the trader declines, or cannot be asked now.
     */
    async prove(contents: WebContents, question: () => Question | null): Promise<void> {
      const request = question()
      if (request === null) return
      const at = pressedAt.get(contents)
      pressedAt.delete(contents)
      const isPressed = isRecent(at)
      if (isPressed && request.always !== true) return
      if (!isPressed && request.needsPress === true) throw notPressed()
      const yes = await askOnce(contents, request, isPressed)
      log.info({ message: request.message, yes }, 'the trader has answered')
      if (!yes) {
        // After a click it was the trader who asked and changed their mind.
        throw new CallError(
          isPressed ? 'declined' : 'not_by_hand',
          `You canceled “${request.message}” Nothing was changed.`,
        )
      }
      const now = question()
      if (now !== null && now.detail !== request.detail) {
        throw new CallError(
          'changed',
          'The details changed while the dialog was open, so nothing was done. Check them and try again.',
        )
      }
    },
  }
}
