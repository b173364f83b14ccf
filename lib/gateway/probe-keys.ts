import type { Cooldowns, KeyCheck } from '#lib/capabilities/routing/cooldowns.ts'
import { toApiError } from '#lib/errors.ts'
import type { Log } from './log.ts'

export interface KeyProbeOptions {
  readonly cooldowns: Pick<Cooldowns, 'dueChecks' | 'checked' | 'leaveTrials'>
  /** Asks a provider whether it accepts one of its keys, which costs nothing; null: that is not possible. */
  readonly checkOf: (keyName: string) => KeyCheck | null
  readonly log: Pick<Log, 'debug' | 'info'>
  readonly everyMs?: number
}

const checkMs = 10_000

/**
 * Asks providers that have rejected a key whether they accept it by now, so that no request of a client finds out.
 * @returns a function that stops it
 */
export function probeKeys({ cooldowns, checkOf, log, everyMs = 15_000 }: KeyProbeOptions): () => void {
  const stopping = new AbortController()
  let checking = false
  cooldowns.leaveTrials(keyName => checkOf(keyName) !== null)
  const timer = setInterval(() => void checkAll(), everyMs).unref()
  return () => {
    clearInterval(timer)
    stopping.abort()
  }

  async function checkAll(): Promise<void> {
    if (checking) return
    checking = true
    await Promise.all(cooldowns.dueChecks().map(check))
    checking = false
  }

  async function check(keyName: string): Promise<void> {
    const ask = checkOf(keyName)
    if (ask === null) return
    try {
      const result = await ask(AbortSignal.any([stopping.signal, AbortSignal.timeout(checkMs)]))
      cooldowns.checked(keyName, result)
      if (result === 'accepted') log.info({ key: keyName }, 'a provider accepts its API key again')
    } catch (error) {
      cooldowns.checked(keyName, 'unknown')
      log.debug({ key: keyName, code: toApiError(error).code }, 'could not check an API key')
    }
  }
}
