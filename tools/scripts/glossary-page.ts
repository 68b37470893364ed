/** Renders the glossary as a page of the docs. Pure. */
import { GLOSSARY, SECTIONS } from '../../contract/glossary.ts'

/** The Markdown of `docs/glossary.md`. */
export function glossaryPage(): string {
  const sections = SECTIONS.map((section) => {
    const terms = GLOSSARY.filter((term) => term.section === section)
    const lines = terms.map(({ name, also = [], text: message }) => {
      const others = also.length === 0 ? '' : ` (${also.join(', ')})`
      return `- **${name}**${others}: ${message}`
    })
    return `## ${section}\n\n${lines.join('\n')}\n`
  })
  return `# Glossary

Trading terms as Isotherm uses them. In a window, point at a label or press \`F1\`; *Open the glossary* in the palette shows this list. Written by
\`node tools/scripts/glossary.mjs\` from \`contract/glossary.ts\`.

${sections.join('\n')}`
}
