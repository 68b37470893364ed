/** The cross over a level and what is said beside it: elements made once, written and moved without a render. */
import type { LevelWords } from './depth-words.ts'

interface Place {
  readonly left: number
  readonly top: number
}

const find = (root: HTMLElement, name: string): HTMLElement => {
  const element = root.querySelector<HTMLElement>(`[data-part="${name}"]`)
  if (element === null) throw new Error(`the depth chart has lost its ${name}`)
  return element
}

/** A place from an edge at which the chip stands beside the line, and within the chart where that is narrow. */
const within = (percent: number): string =>
  `clamp(4px, calc(${percent}% + 10px), max(4px, calc(100% - var(--chip) - 4px)))`

export class Crosshair {
  readonly #root: HTMLElement
  readonly #line: HTMLElement
  readonly #dot: HTMLElement
  readonly #chip: HTMLElement
  #said = ''

  constructor(root: HTMLElement) {
    this.#root = root
    this.#line = find(root, 'line')
    this.#dot = find(root, 'dot')
    this.#chip = find(root, 'chip')
  }

  show(side: 'bid' | 'ask', { left, top }: Place, words: LevelWords): void {
    this.#line.style.left = `${left}%`
    this.#dot.style.left = `${left}%`
    this.#dot.style.top = `${top}%`
    // The chip stands on the side that has room.
    this.#chip.style.left = left < 50 ? within(left) : ''
    this.#chip.style.right = left < 50 ? '' : within(100 - left)
    this.#root.dataset.side = side
    this.#root.hidden = false
    if (this.#said === words.sentence) return
    this.#said = words.sentence
    const texts = [words.head, ...words.lines.flat()]
    this.#chip.querySelectorAll('[data-text]').forEach((element, index) => {
      element.textContent = texts[index] ?? ''
    })
  }

  hide(): void {
    this.#root.hidden = true
  }
}
