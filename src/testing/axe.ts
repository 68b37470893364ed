import axe from 'axe-core'

/** Colors that fade are looked at once they have settled. */
async function settled(): Promise<void> {
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
}

interface Asked {
  /** Unless said, the dialog that is open, for the page behind it is out of reach; else the page. */
  readonly within?: Element
  /** The only rules that are asked; axe's usual ones unless said. */
  readonly rules?: readonly string[] | undefined
}

/** What axe finds wrong, a line each. */
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
