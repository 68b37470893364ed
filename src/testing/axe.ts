import axe from 'axe-core'

/** Colors that fade are looked at once they have settled. */
async function settled(): Promise<void> {
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
}

/** What axe finds wrong in the page, a line each. @param rules the only ones that are asked; its usual ones unless said */
export async function violations(rules?: readonly string[]): Promise<string[]> {
  await settled()
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: [...rules] }),
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}
