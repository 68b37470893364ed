/** Commands that change a setting, generated from the settings table: one per choice, a step up and down per size. Pure. */
import type { Key } from '../../../contract/key.ts'
import type { IntegerSetting, Setting, SettingSection } from '../../../contract/settings.ts'
import { SETTINGS, type SettingKey, type Settings } from '../../../contract/settings-table.ts'
import type { Command } from '../../commands/index.ts'

export type SettingChange = { readonly [K in SettingKey]?: Settings[K] }
type Save = (change: SettingChange) => void

/** Safety locks and stored data are changed where they are explained, never by a slip in a list. */
const SHOWN = (Object.entries(SETTINGS) as [SettingKey, Setting][]).filter(
  ([, { section }]) => section !== 'Trading' && section !== 'Records and data',
)

type Keys = readonly Key[]

/** By the sign wherever the keyboard has it, and by the place of the key where it types another alphabet. */
const STEP_KEYS: { readonly [K in SettingKey]?: readonly [larger: Keys, smaller: Keys, usual: Keys] } = {
  textSize: [
    [
      { sign: '+', mod: true },
      { sign: '=', mod: true },
      { code: 'Equal', mod: true },
    ],
    [
      { sign: '-', mod: true },
      { code: 'Minus', mod: true },
    ],
    [{ code: 'Digit0', mod: true }],
  ],
}

/** All of them, in table order. */
export const settingCommands = (settings: Settings, save: Save): readonly Command[] =>
  SHOWN.flatMap(([key, setting]) => commandsOf(key, setting, settings[key], save))

function commandsOf(key: SettingKey, setting: Setting, value: Settings[SettingKey], save: Save): readonly Command[] {
  const { title, section } = setting
  const change = (to: string | number | boolean): void => save({ [key]: to } as SettingChange)
  const place = (label: string) => ({ menu: 'View', section, submenu: title, label })
  switch (setting.kind) {
    case 'choice':
      return setting.choices.map((choice) => ({
        id: `setting/${key}/${choice.value}`,
        title: `${title}: ${choice.text}`,
        scope: 'app',
        aliases: ['setting'],
        selected: value === choice.value,
        menu: place(choice.text),
        run: () => change(choice.value),
      }))
    case 'flag':
      return [
        {
          id: `setting/${key}`,
          title: value === true ? `${title}: turn off` : `${title}: turn on`,
          scope: 'app',
          aliases: ['setting', ...(section === SOUNDS ? ['mute', 'tone', 'alarm'] : [])],
          selected: value === true,
          menu: section === SOUNDS ? { ...place(title), submenu: SOUNDS } : { menu: 'View', section, label: title },
          run: () => change(value !== true),
        },
      ]
    case 'whole':
      return stepsOf(key, setting, Number(value), change)
    case 'decimal':
      return []
  }
}

/** There are many of them, so they have a menu of their own. */
const SOUNDS: SettingSection = 'Sounds'

/** A step up, a step down, and a reset to the default. */
function stepsOf(
  key: SettingKey,
  { title, step, least, most, unit, initial }: IntegerSetting,
  value: number,
  change: (to: number) => void,
): readonly Command[] {
  const [larger, smaller, usual] = STEP_KEYS[key] ?? []
  const section = SETTINGS[key].section
  const one = (
    name: string,
    label: string,
    to: number,
    keys: Keys | undefined,
    impossible: string | null,
  ): Command => ({
    id: `setting/${key}/${name}`,
    title: `${title}: ${label}`,
    scope: 'app',
    aliases: ['setting', 'zoom'],
    ...(keys === undefined ? {} : { keys }),
    impossible,
    menu: { menu: 'View', section, submenu: title, label },
    run: () => change(to),
  })
  return [
    one('larger', 'Larger', value + step, larger, value + step > most ? `${most} ${unit} is the maximum` : null),
    one('smaller', 'Smaller', value - step, smaller, value - step < least ? `${least} ${unit} is the minimum` : null),
    one('usual', `Default, ${initial} ${unit}`, initial, usual, value === initial ? 'already set' : null),
  ]
}
