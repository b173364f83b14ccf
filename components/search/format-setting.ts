import { toText } from '#lib/client/json-value.ts'
import { modelIdOf } from './model/model-name.ts'
import type { Setting } from './model/second-setting.ts'
import type { FocusMode, OptimizationMode } from '#lib/contracts/api/search/search.ts'

const focusLabels: Readonly<Record<FocusMode, string>> = {
  webSearch: 'Web',
  academicSearch: 'Academic',
  writingAssistant: 'Writing',
  wolframAlphaSearch: 'Math',
  youtubeSearch: 'YouTube',
  redditSearch: 'Reddit',
}

const optimizationLabels: Readonly<Record<OptimizationMode, string>> = {
  speed: 'Fast',
  balanced: 'Balanced',
}

export const focusChoices = Object.entries(focusLabels).map(([value, label]) => ({ value, label }))
export const optimizationChoices = Object.entries(optimizationLabels).map(([value, label]) => ({
  value,
  label,
}))

/** The value of a setting for its control; null: not set. */
export function toValue(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** A setting in one line: `Web · Fast · local/extractive`. */
export function formatSetting(setting: Setting): string {
  const focus = toText(setting['params.focusMode']) ?? 'webSearch'
  const mode = toText(setting['params.optimizationMode']) ?? 'balanced'
  const parts = [
    Object.hasOwn(focusLabels, focus) ? focusLabels[focus as FocusMode] : focus,
    Object.hasOwn(optimizationLabels, mode) ? optimizationLabels[mode as OptimizationMode] : mode,
    modelIdOf(setting['params.chatModel']),
    modelIdOf(setting['params.embeddingModel']),
  ]
  return parts.filter(part => part !== null).join(' · ')
}
