import { homedir, platform } from 'node:os'
import { join } from 'node:path'
import type { Environment } from './read-environment.ts'

/**
 * `sextant/models` in the user's cache folder: all data folders share the weights, and they can be downloaded
 * again.
 */
export function defaultModelsFolder(environment: Environment): string {
  return join(cacheFolder(environment), 'sextant', 'models')
}

function cacheFolder(environment: Environment): string {
  const home = environment['HOME'] || homedir()
  if (environment['XDG_CACHE_HOME']) return environment['XDG_CACHE_HOME']
  if (platform() === 'darwin') return join(home, 'Library', 'Caches')
  if (platform() === 'win32') return environment['LOCALAPPDATA'] || join(home, 'AppData', 'Local')
  return join(home, '.cache')
}
