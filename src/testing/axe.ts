import axe from 'axe-core'

/** Waits for color transitions, as colors are checked in their final state. */
async function settled(): Promise<void> {
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
}

interface Asked {
  /** Defaults to the open dialog, because the page behind it is unreachable; else the page. */
  readonly within?: Element
  /** The only rules to run; defaults to axe's own set. */
  readonly rules?: readonly string[] | undefined
}

/** The violations that axe finds, a line each. */
export async function violations({ within, rules }: Asked = {}): Promise<string[]> {
  await settled()
  const { violations } = await axe.run(
    within ?? document.querySelector('[role="dialog"], [role="alertdialog"]') ?? document,
    {
      resultTypes: ['violations'],
      ...(rules === undefined ? {} : { runOnly: [...rules] }),
    },
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}
