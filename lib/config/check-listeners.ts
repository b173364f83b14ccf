import type { Config } from './settings.ts'
import { ConfigError } from './config-error.ts'
import type { ConfigFile } from './read-file.ts'

/** The file's own ports. @throws ConfigError for one that is the public port or another listener's: only one can have it */
export function checkListeners(file: ConfigFile, publicPort: number): Config['listeners'] {
  const { crawl = null, upload = null } = file.settings.listeners
  const taken = new Map([[publicPort, 'PORT']])
  const mistakes = []
  for (const [name, port] of Object.entries({ crawl, upload })) {
    if (port === null || port === 0) continue
    const holder = taken.get(port)
    taken.set(port, `listeners.${name}`)
    if (holder === undefined) continue
    const reason = `listeners.${name}: ${port} is ${holder} already; give it a port of its own, or leave it out`
    mistakes.push({ where: file.where(['listeners', name]), reason })
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return { crawl, upload }
}
