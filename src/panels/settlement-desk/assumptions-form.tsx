/** The assumptions of the distribution, to read and change; saved with the panel. */

import type { ReactNode } from 'react'
import type { Decimal } from '../../../contract/decimal.ts'
import { counted } from '../../../contract/plural.ts'
import { HISTORY_HOURS } from '../../../contract/settlement/index.ts'
import { MIN_BUCKETS } from '../../../contract/weather/index.ts'
import { useSession } from '../../queries/index.ts'
import { Button, DecimalField, Segmented, Toggle } from '../../ui/index.ts'
import { type ChosenAssumptions, factorIssue, ownIssue, type SectionProps, USUAL_CHOICE } from './desk.ts'
import { MESSAGES } from './messages.ts'
import styles from './settlement-desk.module.css'

const HOURS = HISTORY_HOURS.map((hours) => ({
  value: String(hours),
  label: hours === 24 ? '24 h' : `${hours / 24} days`,
  name: counted(hours / 24, 'day of history', 'days of history'),
}))
const BY = [
  { value: 'past', label: 'From history' },
  { value: 'own', label: 'Custom' },
] as const
const STEP = '0.05' as Decimal

const isUsual = (chosen: ChosenAssumptions): boolean =>
  (Object.keys(USUAL_CHOICE) as (keyof ChosenAssumptions)[]).every((name) => chosen[name] === USUAL_CHOICE[name])

/** The measured error of forecasts with and without the weather. */
function SkillText({ desk: { chosen, weather } }: SectionProps): ReactNode {
  const isPractice = useSession()?.profile.network === 'practice'
  if (!chosen.weather) return null
  return (
    <p className={styles.prose} role="status">
      {skillText(weather.skill)}
      {isPractice && ` ${MESSAGES.skillOnPractice}`}
    </p>
  )
}

function skillText(skill: SectionProps['desk']['weather']['skill']): string {
  if (skill === null) return MESSAGES.skillLoading
  const { buckets, with: withIt, without } = skill
  if (buckets < MIN_BUCKETS || withIt === null || without === null) return MESSAGES.noSkill(buckets, MIN_BUCKETS)
  return MESSAGES.skill(buckets, withIt, without)
}

export function AssumptionsForm({ desk }: SectionProps): ReactNode {
  const { chosen, choose, forecast } = desk
  const found = forecast.is === 'forecast' ? forecast : null
  return (
    <div className={styles.assumptions}>
      <div className={styles.choice}>
        <span>History</span>
        <Segmented
          label="History"
          options={HOURS}
          value={String(chosen.hours)}
          onChange={(text) => choose({ hours: HISTORY_HOURS.find((one) => String(one) === text) ?? chosen.hours })}
        />
      </div>
      <div className={styles.choice}>
        <span>Volatility</span>
        <Segmented label="Volatility" options={BY} value={chosen.by} onChange={(by) => choose({ by })} />
      </div>
      <div className={styles.figure}>
        {chosen.by === 'past' ? (
          <DecimalField
            label="× history"
            value={chosen.factor}
            onChange={(factor) => choose({ factor })}
            error={factorIssue(chosen)}
            step={STEP}
            keepsRoom
          />
        ) : (
          <DecimalField
            label="Volatility of the mark"
            suffix="°F/√h"
            value={chosen.own}
            onChange={(own) => choose({ own })}
            error={ownIssue(chosen)}
            step={STEP}
            keepsRoom
          />
        )}
      </div>
      <div className={styles.choice}>
        <span>Historical drift</span>
        <Toggle label="Drift" checked={chosen.drift} onChange={(drift) => choose({ drift })} />
      </div>
      <div className={styles.choice}>
        <span>Station forecast</span>
        <Toggle label="Station forecast" checked={chosen.weather} onChange={(weather) => choose({ weather })} />
      </div>
      <div className={styles.choice}>
        <span>All assumptions</span>
        <Button size="small" disabled={isUsual(chosen)} onClick={() => choose(USUAL_CHOICE)}>
          Reset
        </Button>
      </div>
      <p className={styles.prose}>
        {found === null ? '' : `${MESSAGES.perRootHour(found.perRootHour)} `}
        {found?.stretches == null || chosen.by === 'own'
          ? 'A custom volatility assumes a random walk.'
          : MESSAGES.readOff(found.stretches)}
      </p>
      <SkillText desk={desk} />
    </div>
  )
}
