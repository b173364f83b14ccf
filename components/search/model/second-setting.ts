import { fieldAt, withFieldAt } from '#components/playground/form/model/body-field.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'

/** Fields that may differ between two compared requests; the question is the same. */
const comparedFields = [
  'params.focusMode',
  'params.optimizationMode',
  'params.chatModel',
  'params.embeddingModel',
] as const

/** The values of those fields, if set. */
export type Setting = Readonly<Partial<Record<(typeof comparedFields)[number], unknown>>>

export function settingOf(body: Draft['body']): Setting {
  return Object.fromEntries(
    comparedFields.flatMap(name => {
      const value = fieldAt(body, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

export function withSetting(body: Draft['body'], setting: Setting): Draft['body'] {
  return comparedFields.reduce((changed, name) => withFieldAt(changed, name, setting[name]), body)
}

/** Initial second setting: the same request with the other ranking mode. */
export function otherSetting(body: Draft['body']): Setting {
  const setting = settingOf(body)
  const other = setting['params.optimizationMode'] === 'speed' ? 'balanced' : 'speed'
  return { ...setting, 'params.optimizationMode': other }
}
