import { isLoopbackAddress } from '#lib/loopback-host.ts'
import { ConfigError, type Mistake } from './config-error.ts'
import type { EnvironmentSettings } from './environment-schema.ts'
import { findSignInMistakes } from './sign-in-settings.ts'

/** @throws ConfigError if the console would be open to others, or required sign-in settings are missing */
export function refuseUnsafe(settings: EnvironmentSettings): void {
  const mistakes =
    settings.SEXTANT_AUTH === 'open' ? findOpenMistakes(settings) : findSignInMistakes(settings)
  if (mistakes.length > 0) throw new ConfigError(mistakes)
}

function findOpenMistakes(settings: EnvironmentSettings): Mistake[] {
  const mistakes: Mistake[] = []
  if (settings.SEXTANT_CONSOLE === 'off') return mistakes
  const way = 'SEXTANT_AUTH=team enables sign-in, SEXTANT_CONSOLE=off runs the API alone'
  if (!isLoopbackAddress(settings.HOST)) {
    const reason = 'without sign-in the console can only bind to 127.0.0.1 or ::1'
    mistakes.push({ where: 'HOST', reason: `${reason}; ${way}` })
  }
  if (settings.APP_URL !== undefined && !isLoopbackAddress(new URL(settings.APP_URL).hostname)) {
    const reason = 'without sign-in the console cannot have a public URL'
    mistakes.push({ where: 'APP_URL', reason: `${reason}; ${way}` })
  }
  return mistakes
}
