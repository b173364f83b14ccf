import type { Circuits } from '#lib/capabilities/attempts/circuit.ts'
import { toApiError } from '#lib/errors.ts'
import type { Log } from './log.ts'

export interface ProbeOptions {
  readonly circuits: Pick<Circuits, 'open' | 'trial' | 'leaveTrials'>
  /** Reads the model list of a provider, which costs nothing; null: its configuration asks for no probes. */
  readonly probeOf: (providerId: string) => ((signal: AbortSignal) => Promise<unknown>) | null
  readonly log: Pick<Log, 'debug'>
  readonly everyMs?: number
}

const probeMs = 10_000

/**
 * Asks the providers that allow it for their model list while a circuit is open, so that no request of a client is the
 * trial.
 * @returns a function that stops it
 */
export function probeCircuits({ circuits, probeOf, log, everyMs = 15_000 }: ProbeOptions): () => void {
  const stopping = new AbortController()
  let probing = false
  circuits.leaveTrials(key => probeOf(providerOf(key)) !== null)
  const timer = setInterval(() => void probeAll(), everyMs).unref()
  return () => {
    clearInterval(timer)
    stopping.abort()
  }

  async function probeAll(): Promise<void> {
    if (probing) return
    probing = true
    const byProvider = Object.groupBy(circuits.open(), ({ key }) => providerOf(key))
    const probes = Object.entries(byProvider).map(([providerId, open = []]) =>
      probe(
        providerId,
        open.map(({ key }) => key),
      ),
    )
    await Promise.all(probes)
    probing = false
  }

  async function probe(providerId: string, keys: readonly string[]): Promise<void> {
    const list = probeOf(providerId)
    if (list === null) return
    const tickets = keys.flatMap(key => circuits.trial(key) ?? [])
    try {
      await list(AbortSignal.any([stopping.signal, AbortSignal.timeout(probeMs)]))
      for (const ticket of tickets) ticket.succeeded()
    } catch (error) {
      for (const ticket of tickets) ticket.failed()
      log.debug({ provider: providerId, code: toApiError(error).code }, 'a provider still fails')
    }
  }
}

/** The names of providers have no slash. */
function providerOf(key: string): string {
  return key.slice(0, key.indexOf('/'))
}
