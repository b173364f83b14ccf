import type { ModelSetup } from '#lib/store/providers/model-setup.ts'
import type { OpenProvider } from '#lib/store/providers/provider-row.ts'

/** A source from a row of the console; the engines check whether its kind is supported. */
interface AddedSource {
  readonly kind: string
  readonly baseUrl: string | null
  readonly apiKey: string | null
  readonly from: 'console'
}

/** Console settings of admins, in the format of the configuration. */
export interface AddedSetup {
  readonly providers: readonly (AddedSource & {
    readonly id: string
    readonly apiKeys?: readonly (string | null)[]
    readonly server?: string
    readonly apiFormats?: { readonly messages?: boolean | string; readonly responses?: boolean | string }
  })[]
  readonly search: readonly (AddedSource & { readonly id: string })[]
  readonly models: readonly {
    readonly id: string
    readonly provider: string
    readonly upstream: string
    readonly kind: string
    readonly fallbacks: readonly string[]
  }[]
  readonly overrides: ModelSetup['settings']
  readonly aliases: ModelSetup['aliases']
  /** Public id of the default model of a job. */
  readonly chosen: Readonly<Partial<Record<string, string>>>
}

/** Reasons why entries do not work, by id. */
export interface SetupProblems {
  readonly providers: ReadonlyMap<string, string>
  readonly search: ReadonlyMap<string, string>
  readonly models: ReadonlyMap<string, string>
  /** By job. */
  readonly defaults: ReadonlyMap<string, string>
}

/** Rows none of whose keys can be decrypted are dropped: without a key, a server might accept any request. */
export function toAddedSetup(rows: readonly OpenProvider[], models: ModelSetup): AddedSetup {
  const readable = rows.filter(row => !row.keyLost)
  return {
    providers: readable.filter(row => row.purpose === 'models').map(toAddedProvider),
    search: readable.filter(row => row.purpose === 'search').map(toSource),
    models: models.named.map(model => ({ ...model, fallbacks: [] })),
    overrides: models.settings,
    aliases: models.aliases,
    chosen: models.defaults,
  }
}

export function toAddedProvider(
  row: Row &
    Pick<OpenProvider, 'server' | 'messagesApi'> &
    Partial<Pick<OpenProvider, 'responsesApi' | 'apiKeys'>>,
): AddedSetup['providers'][number] {
  const messages = toConfiguredFormat(row.messagesApi, row.baseUrl)
  const responses = toConfiguredFormat(row.responsesApi ?? null, row.baseUrl)
  const { apiKeys = [] } = row
  return {
    ...toSource(row),
    ...(apiKeys.length > 1 && { apiKeys }),
    ...(row.server !== null && { server: row.server }),
    ...((messages !== null || responses !== null) && {
      apiFormats: { ...(messages !== null && { messages }), ...(responses !== null && { responses }) },
    }),
  }
}

/** A path stays on the host of the base URL, which the key is meant for. Null: the default of the kind. */
function toConfiguredFormat(stored: string | null, baseUrl: string | null): boolean | string | null {
  if (stored === 'base' || stored === 'off') return stored === 'base'
  if (stored === null || baseUrl === null) return null
  return `${new URL(baseUrl).origin}${stored}`
}

type Row = Pick<OpenProvider, 'name' | 'kind' | 'baseUrl' | 'apiKey'>

function toSource({ name, kind, baseUrl, apiKey }: Row) {
  return { id: name, kind, baseUrl, apiKey, from: 'console' } as const
}
