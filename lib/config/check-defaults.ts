import type { Config, ModelSettings, ProviderSettings } from './settings.ts'
import { ConfigError } from './config-error.ts'
import { canExist, unknownModel } from './merge-providers.ts'
import type { ConfigFile } from './read-file.ts'

/** The default model of each type from the file. @throws ConfigError for one that no provider can serve */
export function checkDefaults(
  file: ConfigFile,
  providers: readonly ProviderSettings[],
  models: readonly ModelSettings[],
): Config['defaults'] {
  const { aliases, defaults } = file.settings
  const mistakes = Object.entries(defaults)
    .filter(([, id]) => !Object.hasOwn(aliases, id) && !canExist(id, providers, models))
    .map(([kind, id]) => ({
      where: file.where(['defaults', kind]),
      reason: `defaults.${kind}: ${unknownModel(id, providers)}`,
    }))
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return defaults
}
