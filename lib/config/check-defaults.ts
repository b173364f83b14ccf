import type { Config, ModelSettings, ProviderSettings } from './settings.ts'
import { ConfigError } from './config-error.ts'
import type { ConfigFile } from './read-file.ts'

/** The default model of each type from the file. @throws ConfigError for one that no provider can serve */
export function checkDefaults(
  file: ConfigFile,
  providers: readonly ProviderSettings[],
  models: readonly ModelSettings[],
): Config['defaults'] {
  const publicIds = new Set(models.map(({ id }) => id))
  const prefixes = [...providers.map(({ id }) => `${id}/`), 'local/']
  // Provider model lists are unknown at start, so only the prefix can be checked.
  const canExist = (id: string) =>
    publicIds.has(id) || prefixes.some(prefix => id.startsWith(prefix) && id.length > prefix.length)

  const mistakes = Object.entries(file.settings.defaults)
    .filter(([, id]) => !canExist(id))
    .map(([kind, id]) => ({
      where: file.where(['defaults', kind]),
      reason: `defaults.${kind}: unknown model ${id}; use a configured model ID, or one that begins with ${prefixes.join(', ')}`,
    }))
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return file.settings.defaults
}
