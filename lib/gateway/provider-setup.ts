import type { ModelSetupStore } from '#lib/store/providers/model-setup.ts'
import type { ProviderStore } from '#lib/store/providers/providers.ts'
import type { OpenProvider } from '#lib/store/providers/provider-row.ts'
import type { SecretBox } from '#lib/store/core/secret-box.ts'
import { type AddedSetup, type SetupProblems, toAddedSetup } from './added-setup.ts'
import type { Log } from './log.ts'

export interface ProviderSetupOptions {
  readonly store: {
    readonly providers: Pick<ProviderStore, 'open'>
    readonly modelSetup: Pick<ModelSetupStore, 'read'>
    onChange(listener: () => void): () => void
  }
  /** The current team: it changes when a team is deleted. */
  readonly team: () => Promise<string>
  readonly box: SecretBox
  /** Applies it; invalid entries are reported and do not affect others. */
  readonly apply: (added: AddedSetup) => SetupProblems
  /** Why no call will reach this URL; null: nothing is known. */
  readonly addressProblem: (url: string) => Promise<string | null>
  readonly log: Pick<Log, 'info' | 'warn'>
}

export interface ProviderSetup {
  /** Problems of the settings in use. */
  readonly problems: SetupProblems
  /** The IDs of saved keys that cannot be decrypted. */
  readonly lostKeys: readonly string[]
  stop(): void
}

// Each change is signaled only once, so a failed read is retried.
const retryMs = 5_000

const remedy = 'Enter the key again, or add the former ENCRYPTION_KEY after the new one.'
const keyLost = `ENCRYPTION_KEY cannot decrypt its API key. ${remedy}`
const oneKeyLost = `ENCRYPTION_KEY cannot decrypt it. ${remedy}`

/**
 * Applies console settings at runtime.
 * @throws Error when they cannot be read at the start; later the last state remains
 */
export async function watchProviderSetup(options: ProviderSetupOptions): Promise<ProviderSetup> {
  const { store, team, box, apply, log } = options
  let known = ''
  let lostKeys: readonly string[] = []
  let problems: SetupProblems = await refresh()
  let reading = false
  let again = false
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  async function refresh(): Promise<SetupProblems> {
    const teamId = await team()
    const [rows, models] = await Promise.all([
      store.providers.open(teamId, box),
      store.modelSetup.read(teamId),
    ])
    const text = JSON.stringify([rows, models.named, [...models.settings], models.defaults, models.aliases])
    if (text === known) return problems
    const refused = apply(toAddedSetup(rows, models))
    known = text
    const blocked = await findBlocked(rows)
    const lost = (purpose: 'models' | 'search') =>
      rows.filter(row => row.keyLost && row.purpose === purpose).map(row => [row.name, keyLost] as const)
    const found = {
      ...refused,
      providers: new Map([...blocked('models'), ...refused.providers, ...lost('models')]),
      search: new Map([...blocked('search'), ...refused.search, ...lost('search')]),
    }
    for (const [kind, reasons] of Object.entries(found))
      for (const [id, reason] of reasons) log.warn({ [kind]: id }, `${id} is not in use: ${reason}`)
    lostKeys = logLost(rows)
    return found
  }

  /** Of several keys, the others stay in use. @returns all lost ones */
  function logLost(rows: readonly OpenProvider[]): string[] {
    const lost = rows.flatMap(({ name, keys, apiKeys, keyLost: isUnused }) =>
      keys.flatMap(({ id, hint }, index) =>
        apiKeys[index] === null ? [{ id, name, key: `${name}#${index + 1}`, hint, isUnused }] : [],
      ),
    )
    for (const { id, name, key, hint, isUnused } of lost)
      if (!isUnused && !lostKeys.includes(id))
        log.warn({ provider: name }, `key ${key} (${hint}) not in use: ${oneKeyLost}`)
    return lost.map(({ id }) => id)
  }

  async function findBlocked(rows: readonly OpenProvider[]) {
    const found = await Promise.all(
      rows.map(async row => {
        const { purpose, name, baseUrl } = row
        return { purpose, name, problem: baseUrl === null ? null : await options.addressProblem(baseUrl) }
      }),
    )
    return (purpose: OpenProvider['purpose']) =>
      found.flatMap(each =>
        each.problem === null || each.purpose !== purpose ? [] : [[each.name, each.problem] as const],
      )
  }

  /** Changes during a read are read together afterwards. */
  async function follow(): Promise<void> {
    again = true
    if (reading) return
    clearTimeout(retry)
    reading = true
    try {
      while (again) {
        again = false
        problems = await refresh()
      }
    } catch (error) {
      log.warn({ err: error }, 'could not read the settings of the console; using the last known ones')
      if (!stopped) retry = setTimeout(() => void follow(), retryMs).unref()
    } finally {
      reading = false
    }
  }

  const ignore = store.onChange(() => void follow())
  return {
    get problems() {
      return problems
    },
    get lostKeys() {
      return lostKeys
    },
    stop() {
      stopped = true
      ignore()
      clearTimeout(retry)
    },
  }
}
