import type { Config, ModelSettings, ProviderSettings } from './settings.ts'
import { ConfigError } from './config-error.ts'
import type { ConfigFile } from './read-file.ts'

/** The file's usual model of each kind. @throws ConfigError for one that no provider could ever answer */
export function checkDefaults(
  file: ConfigFile,
  providers: readonly ProviderSettings[],
  models: readonly ModelSettings[],
): Config['defaults'] {
  const publicIds = new Set(models.map(({ id }) => id))
  const prefixes = [...providers.map(({ id }) => `${id}/`), 'local/']
  // What a provider lists is only known once it is asked: its prefix is all that can be checked here.
  const canExist = (id: string) =>
    publicIds.has(id) || prefixes.some(prefix => id.startsWith(prefix) && id.length > prefix.length)

  const mistakes = Object.entries(file.settings.defaults)
    .filter(([, id]) => !canExist(id))
    .map(([kind, id]) => ({
      where: file.where(['defaults', kind]),
      reason: `defaults.${kind}: there can be no model ${id}; give an id of models, or one that begins with ${prefixes.join(', ')}`,
    }))
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return file.settings.defaults
}
