import { isRecord, readIndex, readString } from '#lib/providers/transport/json.ts'

/** Members of a chat request that let a provider search the web: each vendor has its own. */
const members = [
  'web_search_options',
  'search_parameters',
  'search_settings',
  'web_search',
  'enable_search',
] as const
/** As many as a tool of a vendor does where nothing limits it. */
const searchesDefault = 10

/** Web searches that a provider may do for a chat request. */
export interface WebSearches {
  readonly most: number
  /** The member that allows them. */
  readonly param: string
}

/** @returns null: the request allows none */
export function findWebSearches(request: Readonly<Record<string, unknown>>): WebSearches | null {
  const own = findMember(request) ?? findPlugin(request) ?? findEnabledTool(request)
  if (own !== null) return own
  const { extra_body: extra } = request
  const within = isRecord(extra) ? findWebSearches(extra) : null
  return within && { most: within.most, param: `extra_body.${within.param}` }
}

function findMember(request: Readonly<Record<string, unknown>>): WebSearches | null {
  for (const param of members) {
    const options = request[param]
    if (options === undefined || options === null || options === false) continue
    if (!isRecord(options)) return { most: searchesDefault, param }
    if (readString(options['mode']) === 'off' || options['enable'] === false) continue
    return { most: readIndex(options['max_uses']) || searchesDefault, param }
  }
  return null
}

/** Of OpenRouter. */
function findPlugin({ plugins }: Readonly<Record<string, unknown>>): WebSearches | null {
  const hasWeb = Array.isArray(plugins) && plugins.some(plugin => isRecord(plugin) && plugin['id'] === 'web')
  return hasWeb ? { most: searchesDefault, param: 'plugins' } : null
}

/** Of Groq's systems of several models. */
function findEnabledTool({ compound_custom: custom }: Readonly<Record<string, unknown>>): WebSearches | null {
  const tools = isRecord(custom) ? custom['tools'] : null
  const enabled = isRecord(tools) ? tools['enabled_tools'] : null
  const searches = Array.isArray(enabled) && enabled.some(name => /search/.test(readString(name) ?? ''))
  return searches ? { most: searchesDefault, param: 'compound_custom.tools.enabled_tools' } : null
}
