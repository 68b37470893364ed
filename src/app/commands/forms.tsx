/** Puts in the commands that lead to a form, and has the palette find the exits that are held, each to be cancelled alone. */
import { type ReactNode, useMemo } from 'react'
import { useCall } from '../../bridge/index.ts'
import { useCommands, useIsOpen, useProvider } from '../../commands/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { useAssets, useSession } from '../../queries/index.ts'
import { askForm, type FormAsk } from '../../workspace/index.ts'
import { tellRefusal } from '../bars/index.ts'
import { exitProvider } from './exit-provider.ts'
import { formCommands } from './form-commands.ts'

export function Forms(): ReactNode {
  const features = useSession()?.features
  useCommands(
    useMemo(() => {
      const offOf = (form: FormAsk): string | null => {
        if (form === 'alert' || form === 'limits' || form === 'agent') return null
        const feature = form === 'transfer' ? features?.outcomeTransfer : features?.outcomeConversion
        return feature?.on === false ? feature.reason : null
      }
      return formCommands({ offOf, ask: askForm })
    }, [features]),
  )
  return useIsOpen('palette') ? <Exits /> : null
}

function Exits(): ReactNode {
  const call = useCall()
  const held = useTopic({ kind: 'conditionals' })
  const assets = useAssets()
  useProvider(
    useMemo(
      () =>
        exitProvider({
          held: held ?? [],
          tickOf: (asset) => assets.of(asset).tickSize,
          titleOf: (asset) => assets.asset(asset),
          cancel: (id) => tellRefusal('The exit was not cancelled', call('cancelConditional', { id })),
        }),
      [call, held, assets],
    ),
  )
  return null
}
