import type { Cooldowns, KeyCheck } from '#lib/capabilities/routing/cooldowns.ts'
import { toApiError } from '#lib/errors.ts'
import type { Log } from './log.ts'

export interface KeyProbeOptions {
  readonly cooldowns: Pick<Cooldowns, 'dueChecks' | 'checked' | 'leaveTrials' | 'unusedKeys'>
  /** Asks a provider whether it accepts one of its keys, which costs nothing; null: that is not possible. */
  readonly checkOf: (keyName: string) => KeyCheck | null
  /** Called with a key that its provider accepts again. */
  readonly onAccepted?: (providerId: string, keyName: string) => void
  readonly log: Pick<Log, 'debug' | 'info'>
  readonly everyMs?: number
}

export interface KeyProbes {
  /** Checks all keys of a provider that are not used; one that cannot be checked is tried by the next request. */
  readonly checkNow: (providerId: string) => Promise<void>
  readonly stop: () => void
}

const checkMs = 10_000

/**
 * Asks providers that have rejected a key whether they accept it by now, so that no request of a client finds out.
 */
export function probeKeys({
  cooldowns,
  checkOf,
  onAccepted,
  log,
  everyMs = 15_000,
}: KeyProbeOptions): KeyProbes {
  const stopping = new AbortController()
  let checking = false
  cooldowns.leaveTrials(keyName => checkOf(keyName) !== null)
  const timer = setInterval(() => void checkAll(), everyMs).unref()
  return {
    checkNow: async providerId => void (await Promise.all(cooldowns.unusedKeys(providerId).map(check))),
    stop() {
      clearInterval(timer)
      stopping.abort()
    },
  }

  async function checkAll(): Promise<void> {
    if (checking) return
    checking = true
    await Promise.all(cooldowns.dueChecks().map(check))
    checking = false
  }

  async function check(keyName: string): Promise<void> {
    const ask = checkOf(keyName)
    // A request finds out.
    if (ask === null) return cooldowns.checked(keyName, 'unknown')
    try {
      const result = await ask(AbortSignal.any([stopping.signal, AbortSignal.timeout(checkMs)]))
      cooldowns.checked(keyName, result)
      if (result !== 'accepted') return
      log.info({ key: keyName }, 'a provider accepts its API key again')
      onAccepted?.(keyName.split('#')[0] ?? keyName, keyName)
    } catch (error) {
      cooldowns.checked(keyName, 'unknown')
      log.debug({ key: keyName, code: toApiError(error).code }, 'could not check an API key')
    }
  }
}
