import type { Config } from './settings.ts'
import { ConfigError } from './config-error.ts'
import type { ConfigFile } from './read-file.ts'

/** Additional ports from the file. @throws ConfigError for the public port or a port of another listener */
export function checkListeners(file: ConfigFile, publicPort: number): Config['listeners'] {
  const { crawl = null, upload = null } = file.settings.listeners
  const taken = new Map([[publicPort, 'PORT']])
  const mistakes = []
  for (const [name, port] of Object.entries({ crawl, upload })) {
    if (port === null || port === 0) continue
    const holder = taken.get(port)
    taken.set(port, `listeners.${name}`)
    if (holder === undefined) continue
    const reason = `listeners.${name}: ${port} is already used by ${holder}; set a different port or remove it`
    mistakes.push({ where: file.where(['listeners', name]), reason })
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return { crawl, upload }
}
