/** The exit plan templates of a family: one is chosen, the typed plan is saved, one is deleted or becomes the default. */
import { type ReactNode, useState } from 'react'
import type { Family } from '../../contract/account.ts'
import { type Price, signOf, subtract, trimZeros } from '../../contract/decimal.ts'
import {
  type ExitAfter,
  type ExitLevel,
  type ExitTemplate,
  type ExitTerms,
  isTemplate,
} from '../../contract/exit-plan.ts'
import { type ExitSide, levelPrice } from '../../contract/exit-rules.ts'
import { type FamilyTemplates, type TemplateChange, templatesOf } from '../../contract/exit-templates.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { errorText, useCall } from '../bridge/index.ts'
import { useSettings } from '../queries/index.ts'
import { Button, Menu, TextField } from '../ui/index.ts'
import styles from './exit-plan.module.css'
import { type ExitReading, type ExitTexts, NO_EXITS, typedPrice } from './exit-texts.ts'

/** The templates of a family in the current settings. */
export function useTemplates(family: Family): FamilyTemplates {
  const { exitTemplates } = useSettings() ?? DEFAULT_SETTINGS
  return templatesOf(exitTemplates, family)
}

/** The template that an empty form starts with. */
export const firstOf = ({ templates, first }: FamilyTemplates): ExitTemplate | null =>
  templates.find(({ name }) => name === first) ?? null

interface TemplateMenuProps {
  readonly family: Family
  /** The chosen name, as long as the typed plan is unchanged; otherwise null. */
  readonly chosen: string | null
  readonly onChoose: (template: ExitTemplate) => void
  /** The typed plan, in distances; or why it cannot be saved. */
  readonly typed: ExitTerms | { readonly cannot: string }
}

export function TemplateMenu({ family, chosen, onChoose, typed }: TemplateMenuProps): ReactNode {
  const call = useCall()
  const { templates, first } = useTemplates(family)
  const [name, setName] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const change = (next: TemplateChange['change'], then: () => void = () => undefined): void => {
    setFailure(null)
    call('saveExitTemplate', { family, change: next }).then(then, (error: unknown) => setFailure(errorText(error)))
  }
  const cannot = 'cannot' in typed ? typed.cannot : null
  const own = templates.find((one) => one.name === chosen)
  const keep = (): void => {
    if (name === null || name.trim() === '' || 'cannot' in typed) return
    change({ do: 'keep', template: { name: name.trim(), terms: typed } }, () => setName(null))
  }
  const replaces = templates.some((one) => one.name === name?.trim())
  return (
    <div className={styles.templates}>
      <Menu
        label="Saved exit plans"
        entries={[
          ...templates.map((one) => ({
            id: `choose/${one.name}`,
            label: one.name,
            section: 'Plans',
            selected: one.name === chosen,
            onAction: () => onChoose(one),
            ...(one.name === first ? { note: 'default' } : {}),
          })),
          {
            id: 'keep',
            label: 'Save as…',
            section: 'Change',
            onAction: () => setName(chosen ?? ''),
            ...(cannot === null ? {} : { impossible: cannot }),
          },
          ...(own === undefined
            ? []
            : [
                {
                  id: 'first',
                  label: own.name === first ? 'Clear default' : `Make ${own.name} the default`,
                  section: 'Change',
                  onAction: () => change({ do: 'begin_with', name: own.name === first ? null : own.name }),
                },
                {
                  id: 'delete',
                  label: `Delete ${own.name}`,
                  section: 'Change',
                  onAction: () => change({ do: 'delete', name: own.name }),
                },
              ]),
        ]}
      >
        {chosen ?? 'Plans'} <span aria-hidden>▾</span>
      </Menu>
      {name !== null && (
        // biome-ignore lint/a11y/useSemanticElements: a form cannot be nested in another form
        <div
          className={styles.templateName}
          role="group"
          aria-label="Name of the exit plan"
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // It only saves the template; the surrounding form must not be submitted.
            event.preventDefault()
            event.stopPropagation()
            keep()
          }}
        >
          <TextField
            label="Name"
            value={name}
            maxLength={40}
            autoFocus
            onChange={setName}
            error={cannot ?? (replaces && name.trim() !== chosen ? `Replaces “${name.trim()}”.` : null)}
          />
          <Button size="small" disabled={name.trim() === '' || cannot !== null} onClick={keep}>
            Save
          </Button>
          <Button size="small" onClick={() => setName(null)}>
            Cancel
          </Button>
        </div>
      )}
      {failure !== null && (
        <span role="alert" className={styles.issue}>
          {failure}
        </span>
      )}
    </div>
  )
}

// Conversion between an exit plan template and the typed texts of a form: a template has distances only.

/** The protected position, if known. */
interface Entered {
  readonly side: ExitSide | null
  readonly entry: Price | null
}

/** A template as typed texts; null where the form needs prices and there is no entry to calculate them from. */
export function textsOfTemplate(
  { stop, targets, breakEven, trail, outBefore }: ExitTerms,
  { levels, unit, tick }: Pick<ExitReading, 'levels' | 'unit' | 'tick'>,
  { side, entry }: Entered,
): ExitTexts | null {
  if (levels === 'price' && (side === null || entry === null)) return null
  const typed = (kind: 'stop' | 'target', level: ExitLevel): string => {
    if (level.by === 'price') return typedPrice(level.price, unit)
    if (levels === 'distance' || side === null || entry === null) return trimZeros(level.distance)
    return typedPrice(levelPrice(kind, level, { side, entry, tick }), unit)
  }
  return {
    ...NO_EXITS,
    stop: stop === null ? '' : typed('stop', stop),
    targets:
      targets.length === 0
        ? NO_EXITS.targets
        : targets.map(({ level, share }) => ({
            level: typed('target', level),
            share: trimZeros(share.of === 'position' ? share.percent : share.size),
          })),
    breakEven: breakEven === null || breakEven.when === 'at_once' ? 'off' : breakEven.when,
    breakEvenBy: distanceOf(breakEven),
    trail: trail === null ? '' : trimZeros(trail.distance),
    trailAfter: trail?.after.when ?? NO_EXITS.trailAfter,
    trailBy: distanceOf(trail?.after ?? null),
    outBefore: outBefore === null ? '' : String(outBefore),
  }
}

const distanceOf = (after: ExitAfter | null): string => (after?.when === 'moved' ? trimZeros(after.distance) : '')

/** Whether targets of a template share in percent or in contracts; null where it has none. */
export const sharesOfTemplate = ({ targets }: ExitTerms): ExitReading['shares'] | null => targets[0]?.share.of ?? null

/** Terms with every price as its distance from the entry; null where one is on the wrong side. */
export function templateOf(terms: ExitTerms, { side, entry }: Entered): ExitTerms | null {
  if (isTemplate(terms)) return terms
  if (side === null || entry === null) return null
  const away = (kind: 'stop' | 'target', level: ExitLevel): ExitLevel | null => {
    if (level.by === 'distance') return level
    const isUp = (kind === 'target') === (side === 'long')
    const distance = isUp ? subtract(level.price, entry) : subtract(entry, level.price)
    return signOf(distance) > 0 ? { by: 'distance', distance } : null
  }
  const stop = terms.stop === null ? null : away('stop', terms.stop)
  const targets = terms.targets.flatMap(({ level, share }) => {
    const at = away('target', level)
    return at === null ? [] : [{ level: at, share }]
  })
  if (targets.length < terms.targets.length || (terms.stop !== null && stop === null)) return null
  return { ...terms, stop, targets }
}
