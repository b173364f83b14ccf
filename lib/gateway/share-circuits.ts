import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Circuits, CircuitState } from '#lib/capabilities/attempts/circuit.ts'
import type { Store } from '#lib/store/core/store.ts'
import type { Log } from './log.ts'

const messageSchema = z.object({
  kind: z.literal('circuit'),
  sender: z.string(),
  key: z.string(),
  state: z.enum(['open', 'closed']),
})

// PostgreSQL's limit for a notification is 8,000 bytes.
const textLengthMax = 4_000

/**
 * Tells other instances when a circuit opens and closes, so that each of them does not need failures of its own.
 * @returns a function that stops listening
 */
export function shareCircuits(
  store: Pick<Store, 'broadcast' | 'onBroadcast'>,
  circuits: Circuits,
  log: Pick<Log, 'debug'>,
): () => void {
  const sender = randomUUID()
  circuits.onChange((key, state) => void send(key, state))
  return store.onBroadcast(receive)

  async function send(key: string, state: CircuitState): Promise<void> {
    // Each instance has embedded models of its own.
    if (key.startsWith('local/')) return
    const text = JSON.stringify({ kind: 'circuit', sender, key, state })
    if (text.length > textLengthMax) return
    // Without the database, each instance finds out by itself.
    await store
      .broadcast(text)
      .catch((error: unknown) => log.debug({ err: error }, 'could not share a circuit'))
  }

  function receive(text: string): void {
    const message = readMessage(text)
    if (message !== null && message.sender !== sender) circuits.noteElsewhere(message.key, message.state)
  }
}

/** Null: not a message of this version. */
function readMessage(text: string): z.output<typeof messageSchema> | null {
  try {
    return messageSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
