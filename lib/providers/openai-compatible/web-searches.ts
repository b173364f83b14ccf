import type { AnyTarget } from '#lib/providers/registry/target.ts'
import { isRecord, readIndex, readString } from '#lib/providers/transport/json.ts'

/** Members of a request that let a provider search the web: each vendor has its own. */
const members = [
  'web_search_options',
  'search_parameters',
  'search_settings',
  'web_search',
  'enable_search',
] as const
/** All members that `findWebSearches` reads. */
export const webSearchNames: readonly string[] = [...members, 'plugins', 'compound_custom', 'extra_body']
/** As many as a tool of a vendor does where nothing limits it. */
const searchesDefault = 10

/** Web searches that a provider may do for a request. */
export interface WebSearches {
  readonly most: number
  /** The member that allows them. */
  readonly param: string
}

/**
 * Web searches of a request to a target, as far as the request shows them.
 * @param memberOf a member of the request; undefined: it is absent
 * @returns null: there are none
 */
export function findWebSearchesOf(memberOf: MemberOf, { searchesUnasked }: AnyTarget): WebSearches | null {
  return (
    findWebSearches(memberOf) ?? (searchesUnasked === true ? { most: searchesDefault, param: 'model' } : null)
  )
}

type MemberOf = (name: string) => unknown

function findWebSearches(memberOf: MemberOf): WebSearches | null {
  const own = findMember(memberOf) ?? findPlugin(memberOf) ?? findEnabledTool(memberOf)
  if (own !== null) return own
  const extra = memberOf('extra_body')
  const within = isRecord(extra) ? findWebSearches(name => extra[name]) : null
  return within && { most: within.most, param: `extra_body.${within.param}` }
}

function findMember(memberOf: MemberOf): WebSearches | null {
  for (const param of members) {
    const options = memberOf(param)
    if (options === undefined || options === null || options === false) continue
    if (!isRecord(options)) return { most: searchesDefault, param }
    if (readString(options['mode']) === 'off' || options['enable'] === false) continue
    return { most: readIndex(options['max_uses']) || searchesDefault, param }
  }
  return null
}

/** Of OpenRouter. */
function findPlugin(memberOf: MemberOf): WebSearches | null {
  const plugins = memberOf('plugins')
  const hasWeb = Array.isArray(plugins) && plugins.some(plugin => isRecord(plugin) && plugin['id'] === 'web')
  return hasWeb ? { most: searchesDefault, param: 'plugins' } : null
}

/** Of Groq's systems of several models. */
function findEnabledTool(memberOf: MemberOf): WebSearches | null {
  const custom = memberOf('compound_custom')
  const tools = isRecord(custom) ? custom['tools'] : null
  const enabled = isRecord(tools) ? tools['enabled_tools'] : null
  const searches = Array.isArray(enabled) && enabled.some(name => /search/.test(readString(name) ?? ''))
  return searches ? { most: searchesDefault, param: 'compound_custom.tools.enabled_tools' } : null
}
