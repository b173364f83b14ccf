import { ConfigError, type Mistake } from './config-error.ts'
import type { EnvironmentSettings } from './environment-schema.ts'

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '[::1]', 'localhost'])

/** @throws ConfigError where the console would stand open to others: without sign-in it is for this machine only */
export function refuseUnsafe(settings: EnvironmentSettings): void {
  const mistakes: Mistake[] = []
  if (settings.SEXTANT_AUTH !== 'open') {
    const reason = `${settings.SEXTANT_AUTH} is not in this version, which runs in open mode only; leave it out`
    mistakes.push({ where: 'SEXTANT_AUTH', reason })
  }
  if (settings.SEXTANT_CONSOLE === 'on') {
    if (!loopbackHosts.has(settings.HOST)) {
      const reason = 'without sign-in the console may only be bound to 127.0.0.1 or ::1'
      mistakes.push({
        where: 'HOST',
        reason: `${reason}; SEXTANT_CONSOLE=off runs the API alone, on any address`,
      })
    }
    if (settings.APP_URL !== undefined && !loopbackHosts.has(new URL(settings.APP_URL).hostname)) {
      const reason = 'without sign-in the console may not have a public address'
      mistakes.push({ where: 'APP_URL', reason: `${reason}; SEXTANT_CONSOLE=off runs the API alone` })
    }
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
}
