import axe from 'axe-core'

interface Asked {
  /** Defaults to the open dialog, because the page behind it is unreachable; else the page. */
  readonly within?: Element
  /** The only rules to run; defaults to axe's own set. */
  readonly rules?: readonly string[] | undefined
}

/** The violations that axe finds, a line each. */
export async function violations({ within, rules }: Asked = {}): Promise<string[]> {
  const { violations } = await axe.run(
    within ?? document.querySelector('[role="dialog"], [role="alertdialog"]') ?? document,
    {
      resultTypes: ['violations'],
      ...(rules === undefined ? {} : { runOnly: [...rules] }),
    },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}\n${failureSummary}`),
  )
}
